-- ARGV: id, worker, fence, now, lock seconds. 1 while the claim is still held.
local away = turned_back()
if away then return away end
local id, life = ARGV[1], tonumber(ARGV[5])
if not owns(id, ARGV[3]) then return 0 end
local mine = ARGV[2] .. ' ' .. ARGV[3]
local held = redis.call('GET', lock_key(id))
if held and held ~= mine then return 0 end
redis.call('SET', lock_key(id), mine, 'EX', life)
redis.call('ZADD', P .. 'running', ARGV[4] + life * 1000, id)
return 1
