-- KEYS none. ARGV: now ms, then per bucket: key, tokens per second. Takes one token from each or from none; answers ms to wait.
-- A bucket holds up to max(1, rate) tokens; its key expires when it would be full again.
local now = tonumber(ARGV[1])
local wait, states = 0, {}
for i = 2, #ARGV, 2 do
  local key, rate = 'collect:bucket:' .. ARGV[i], tonumber(ARGV[i + 1])
  local burst = math.max(1, rate)
  local s = redis.call('HMGET', key, 'tokens', 'at')
  local tokens = burst
  if s[1] then tokens = math.min(burst, tonumber(s[1]) + math.max(0, now - tonumber(s[2])) * rate / 1000) end
  states[#states + 1] = {key, tokens, rate, burst}
  if tokens < 1 then wait = math.max(wait, math.ceil((1 - tokens) * 1000 / rate)) end
end
if wait > 0 then return wait end
for _, s in ipairs(states) do
  local left = s[2] - 1
  redis.call('HSET', s[1], 'tokens', tostring(left), 'at', ARGV[1])
  redis.call('PEXPIRE', s[1], math.ceil((s[4] - left) * 1000 / s[3]) + 1000)
end
return 0
