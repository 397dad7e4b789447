-- ARGV: per claim: id, fence. 1 for each whose write must be refused.
-- A newer claim may have been lost with an era. So a write from an earlier era counts only when the task is not to be run again.
local away = turned_back()
if away then return away end
local floor, out = era() * ERA_FACTOR, {}
for i = 1, #ARGV, 2 do
  local fence = tonumber(ARGV[i + 1])
  local s = redis.call('HMGET', state_key(ARGV[i]), 'fence', 'status', 'own')
  local open = s[2] and s[2] ~= 'SUCCESS' and s[2] ~= 'DEAD' and not s[3]
  out[#out + 1] = s[1] and (tonumber(s[1]) > fence or open and fence < floor) and 1 or 0
end
return out
