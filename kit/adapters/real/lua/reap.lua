-- ARGV: now, keep seconds, max claims, kind ('lost' or 'lapsed'), ids… Answers per id: 0 nothing, 1 back in its lane, 2 dead.
local away = turned_back()
if away then return away end
local now, keep, most, kind = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local out = {}

local function lost(id)
  local s = redis.call('HMGET', state_key(id), 'status', 'prio')
  if s[1] ~= 'PENDING' then
    redis.call('ZREM', P .. 'pending', id)
    return 0
  end
  if redis.call('EXISTS', lock_key(id)) == 1 or redis.call('ZSCORE', P .. 'delayed', id) then return 0 end
  if redis.call('LPOS', P .. 'queue:p' .. s[2], id) then return 0 end
  push(id, s[2], now)
  return 1
end

local function lapsed(id)
  -- The lock runs out by this server's clock. Lease ends are written with the clocks of workers' hosts, any of which may be wrong.
  if not redis.call('ZSCORE', P .. 'running', id) or redis.call('EXISTS', lock_key(id)) == 1 then return 0 end
  local s = redis.call('HMGET', state_key(id), 'status', 'prio', 'own', 'worker')
  if s[1] ~= 'RUNNING' or s[3] then
    redis.call('ZREM', P .. 'running', id)
    return 0
  end
  local reason = died_with(id, most)
  if reason then
    end_task(id, 'DEAD', reason, 'crashed', 0, now, keep, true)
    return 2
  end
  let_go(id)
  redis.call('HSET', state_key(id), 'status', 'PENDING', 'reason', 'lease_lapsed')
  push(id, s[2], now)
  return 1
end

for i = 5, #ARGV do out[#out + 1] = kind == 'lost' and lost(ARGV[i]) or kind == 'lapsed' and lapsed(ARGV[i]) end
return out
