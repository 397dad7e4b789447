-- ARGV: id, fence, now, keep seconds, state, reason, failure, documents, retry at, retry after, cursor, found, new. 0 when the claim is stale.
local away = turned_back()
if away then return away end
local id, now = ARGV[1], ARGV[3]
if not owns(id, ARGV[2]) then return 0 end
local key = state_key(id)
redis.call('HSET', key, 'crashes', 0, 'lapses', 0, 'retry_after', ARGV[10], 'found', ARGV[12], 'new', ARGV[13])
if ARGV[11] ~= '' then redis.call('HSET', key, 'cursor', ARGV[11]) end
if ARGV[5] == 'FAILED' then
  let_go(id)
  redis.call('HINCRBY', key, 'retries', 1)
  redis.call('HSET', key, 'status', 'FAILED', 'reason', ARGV[6], 'failure', ARGV[7], 'retry_at', ARGV[9])
  redis.call('HINCRBY', key, 'docs', ARGV[8])
  redis.call('ZADD', P .. 'delayed', ARGV[9], id)
  -- A page that is tried again hours later must not hold up its window, and with it every later window of the source.
  local root = root_of(id)
  if root ~= id and redis.call('SREM', P .. 'task:kids:' .. root, id) == 1 then
    redis.call('HINCRBY', state_key(root), 'docs', ARGV[8])
    end_root(root, now, ARGV[4])
  end
else
  end_task(id, ARGV[5], ARGV[6], ARGV[7], ARGV[8], now, ARGV[4], true)
end
return 1
