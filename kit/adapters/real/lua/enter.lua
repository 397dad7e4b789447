-- ARGV: key, holder, limit, ttl ms, now ms. Places of holders that vanished free themselves after their ttl.
local key, now, ttl = ARGV[1], tonumber(ARGV[5]), tonumber(ARGV[4])
redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
if not redis.call('ZSCORE', key, ARGV[2]) and redis.call('ZCARD', key) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', key, now + ttl, ARGV[2])
redis.call('PEXPIRE', key, ttl + 1000)
return 1
