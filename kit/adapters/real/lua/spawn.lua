-- ARGV: root, fence, now, bound per day, seen expiry, number of days, day keys…, then per detail: id, fingerprint, blob, prio.
-- Answers [new, seen, refused], or -1 when the claim is stale.
local away = turned_back()
if away then return away end
local root, fence, now, bound, expiry, days = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5], tonumber(ARGV[6])
if not owns(root, fence) then return -1 end
local rkey = state_key(root)
local r = redis.call('HMGET', rkey, 'source', 'epoch', 'fence')
local first = r[3] - r[3] % ERA_FACTOR + r[2] * EPOCH_FACTOR
local today = ARGV[7]
local new, seen, refused = 0, 0, 0

local function seen_before(fp)
  for d = 1, days - 1 do
    if redis.call('SISMEMBER', ARGV[7 + d], fp) == 1 then return true end
  end
  return false
end

local size = redis.call('SCARD', today)
for i = 7 + days, #ARGV, 4 do
  local id, fp, blob, prio = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  if redis.call('SISMEMBER', today, fp) == 1 then
    seen = seen + 1
  elseif size >= bound then
    refused = refused + 1
  else
    redis.call('SADD', today, fp)
    size = size + 1
    if seen_before(fp) or redis.call('EXISTS', state_key(id)) == 1 then
      seen = seen + 1
    else
      redis.call('HSET', state_key(id), 'task', blob, 'source', r[1], 'prio', prio, 'status', 'PENDING', 'reason', 'queued', 'enqueued', now,
        'epoch', r[2], 'fence', whole(first), 'attempts', 0, 'retries', 0, 'crashes', 0)
      redis.call('SADD', P .. 'live:' .. r[1], id)
      redis.call('SADD', P .. 'task:kids:' .. root, id)
      push(id, prio, now)
      new = new + 1
    end
  end
end
redis.call('EXPIRE', today, expiry)
redis.call('HINCRBY', rkey, 'kids', new)
return {new, seen, refused}
