-- ARGV: now, claimed before, worker prefix, keep seconds, max claims, ids…
-- Running tasks of a dead worker are PENDING again without waiting for the lease; one that keeps killing its workers is dead.
local away = turned_back()
if away then return away end
local now, most, moved = ARGV[1], tonumber(ARGV[5]), 0
for i = 6, #ARGV do
  local id = ARGV[i]
  local s = redis.call('HMGET', state_key(id), 'status', 'prio', 'own', 'worker', 'claimed')
  local mine = s[4] and string.sub(s[4], 1, #ARGV[3]) == ARGV[3]
  if s[1] == 'RUNNING' and not s[3] and mine and tonumber(s[5]) <= tonumber(ARGV[2]) then
    local reason = died_with(id, most)
    if reason then
      end_task(id, 'DEAD', reason, 'crashed', 0, now, ARGV[4], true)
    else
      let_go(id)
      redis.call('HSET', state_key(id), 'status', 'PENDING', 'reason', 'compensated')
      push(id, s[2], now)
    end
    moved = moved + 1
  end
end
return moved
