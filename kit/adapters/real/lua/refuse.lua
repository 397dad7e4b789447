-- ARGV: id, now, keep seconds, reason. Ends a task whose state cannot be read, whoever holds it.
local id, now = ARGV[1], ARGV[2]
local key = state_key(id)
if redis.call('TYPE', key).ok ~= 'hash' then redis.call('DEL', key) end
-- What the end counts with must be numbers again.
local source = string.match(id, '^src_(%d+)_') or '0'
redis.call('HSET', key, 'status', 'RUNNING', 'source', source, 'docs', 0, 'kids', redis.call('SCARD', P .. 'task:kids:' .. id), 'kids_failed', 0)
redis.call('HDEL', key, 'own')
end_task(id, 'DEAD', ARGV[4], 'internal', 0, now, ARGV[3], true)
return 1
