-- ARGV: id, fence. The worker runs this suspect and no other one now: if it dies, the suspect did it. 0 when the claim is stale.
local away = turned_back()
if away then return away end
if not owns(ARGV[1], ARGV[2]) then return 0 end
redis.call('HSET', state_key(ARGV[1]), 'trial', ARGV[2])
return 1
