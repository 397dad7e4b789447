-- ARGV: now, then per task: id, blob, source, prio, epoch, root fence. Answers 1 (enqueued) or 0 (known already) per task.
local now = ARGV[1]
local out = {}

-- Known under an earlier epoch: the ledger would not take its end. What still lives ends under the new one, what has ended runs again.
local function knows(id, epoch)
  local s = redis.call('HMGET', state_key(id), 'status', 'epoch')
  if not s[1] and not s[2] then return redis.call('EXISTS', state_key(id)) == 1 end
  if (tonumber(s[2]) or 0) >= tonumber(epoch) then return true end
  if s[1] == 'SUCCESS' or s[1] == 'DEAD' then
    redis.call('DEL', state_key(id))
    return false
  end
  redis.call('HSET', state_key(id), 'epoch', epoch)
  return true
end

for i = 2, #ARGV, 6 do
  local id, blob, source, prio, epoch, fence = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]
  if knows(id, epoch) then
    out[#out + 1] = 0
  else
    redis.call('HSET', state_key(id), 'task', blob, 'source', source, 'prio', prio, 'status', 'PENDING', 'reason', 'queued', 'enqueued', now,
      'epoch', epoch, 'fence', fence, 'attempts', 0, 'retries', 0, 'crashes', 0)
    redis.call('SADD', P .. 'live:' .. source, id)
    push(id, prio, now)
    out[#out + 1] = 1
  end
end
return out
