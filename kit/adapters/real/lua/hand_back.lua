-- ARGV: id, fence, now, delay ms, reason. The attempt does not count. 0 when the claim is stale.
local away = turned_back()
if away then return away end
local id, now, delay = ARGV[1], ARGV[3], tonumber(ARGV[4])
if not owns(id, ARGV[2]) then return 0 end
local key = state_key(id)
let_go(id)
redis.call('HINCRBY', key, 'attempts', -1)
redis.call('HSET', key, 'status', 'PENDING', 'reason', ARGV[5])
if delay > 0 then
  redis.call('HSET', key, 'retry_at', now + delay)
  redis.call('ZADD', P .. 'delayed', now + delay, id)
else
  redis.call('ZADD', P .. 'pending', now, id)
  redis.call('RPUSH', P .. 'queue:p' .. redis.call('HGET', key, 'prio'), id)
end
return 1
