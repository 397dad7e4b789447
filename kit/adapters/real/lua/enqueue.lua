-- ARGV: now, then per task: id, blob, source, prio, epoch, root fence. Answers 1 (enqueued) or 0 (known already) per task.
local now = ARGV[1]
local out = {}
for i = 2, #ARGV, 6 do
  local id, blob, source, prio, epoch, fence = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3], ARGV[i + 4], ARGV[i + 5]
  if redis.call('EXISTS', state_key(id)) == 1 then
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
