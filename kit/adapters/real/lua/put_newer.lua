-- ARGV: key, version, body, seconds. 1 when stored, 0 when the same or a newer version is there.
local held = redis.call('HGET', ARGV[1], 'version')
if held and tonumber(held) > tonumber(ARGV[2]) then return 0 end
redis.call('HSET', ARGV[1], 'version', ARGV[2], 'body', ARGV[3])
redis.call('EXPIRE', ARGV[1], ARGV[4])
return 1
