-- ARGV: old id, new id, blob, now. A dead detail starts again under a new id with a fresh budget. 0 when it is not dead.
local s = redis.call('HMGET', state_key(ARGV[1]), 'status', 'source', 'prio', 'epoch')
if s[1] ~= 'DEAD' or redis.call('EXISTS', state_key(ARGV[2])) == 1 then return 0 end
redis.call('HSET', state_key(ARGV[2]), 'task', ARGV[3], 'source', s[2], 'prio', s[3], 'status', 'PENDING', 'reason', 'queued', 'enqueued', ARGV[4],
  'epoch', s[4], 'fence', s[4] * EPOCH_FACTOR, 'attempts', 0, 'retries', 0, 'crashes', 0, 'replay_of', ARGV[1])
redis.call('HSET', state_key(ARGV[1]), 'replayed_as', ARGV[2])
redis.call('ZREM', P .. 'dead', ARGV[1])
redis.call('SADD', P .. 'live:' .. s[2], ARGV[2])
push(ARGV[2], s[3], ARGV[4])
return 1
