-- ARGV: now, limit. Delayed tasks whose time has come are PENDING again; answers how many.
local ids = redis.call('ZRANGEBYSCORE', P .. 'delayed', '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
local moved = 0
for _, id in ipairs(ids) do
  redis.call('ZREM', P .. 'delayed', id)
  local s = redis.call('HMGET', state_key(id), 'status', 'prio')
  if s[1] == 'FAILED' or s[1] == 'PENDING' then
    redis.call('HSET', state_key(id), 'status', 'PENDING', 'reason', 'queued')
    push(id, s[2], ARGV[1])
    moved = moved + 1
  end
end
return moved
