-- ARGV: era, now. 0 when a later era has begun. All that was being run is waiting again, under a token that no holder of a claim has.
local number, now = tonumber(ARGV[1]), ARGV[2]
if era() > number then return 0 end
redis.call('SET', ERA, whole(number) .. ' ' .. server())
redis.call('DEL', LOOKED)
for _, id in ipairs(redis.call('ZRANGE', P .. 'running', 0, -1)) do
  let_go(id)
  local key = state_key(id)
  local s = redis.call('HMGET', key, 'status', 'own', 'prio', 'fence')
  if s[1] == 'RUNNING' and not s[2] then
    redis.call('HSET', key, 'status', 'PENDING', 'reason', 'queue_restored', 'fence', whole(of_era(s[4] + 1)))
    push(id, s[3], now)
  end
end
return 1
