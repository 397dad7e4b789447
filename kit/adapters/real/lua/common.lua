local P = 'collect:'
local function state_key(id) return P .. 'task:state:' .. id end
local function lock_key(id) return P .. 'task:lock:' .. id end
local ERA = P .. 'era'
local LOOKED = P .. 'era:looked'
local function root_of(id) return string.match(id, '^([^#]+)') end

local function whole(number) return string.format('%.0f', number) end

-- This process of the server: a restart and the promotion of a replica change it. '' where INFO is not allowed.
local function server()
  local info = redis.pcall('INFO', 'server')
  return type(info) == 'string' and string.match(info, 'run_id:(%x+)') or ''
end

-- Number of the era, and the server that it began on; 0 and nothing before the first.
local function era()
  local held = redis.call('GET', ERA)
  if not held then return 0, nil end
  local number, began = string.match(held, '^(%d+) (%x*)$')
  return tonumber(number), began
end

-- An error as long as this server is not the one that the era began on: what it holds may be older than what was told to others.
-- Asking the server costs as much as most scripts do. No restart and no promotion takes less than LOOK_MS, and what was looked at before
-- it is older then, also in a snapshot; a clock that went back is looked behind at once.
local function turned_back()
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local looked = tonumber(redis.call('GET', LOOKED) or '')
  if looked and now >= looked and now - looked < LOOK_MS then return false end
  local _, began = era()
  if began and began ~= server() then return redis.error_reply('TURNEDBACK the era began on another server') end
  redis.call('SET', LOOKED, whole(now), 'PX', 1000)
  return false
end

-- The next fencing token out of one that was just counted up: past every token of earlier eras.
local function of_era(fence)
  local floor = era() * ERA_FACTOR
  return fence < floor and floor + fence % ERA_FACTOR or fence
end

local function push(id, prio, now)
  redis.call('ZADD', P .. 'pending', now, id)
  redis.call('LPUSH', P .. 'queue:p' .. prio, id)
end

-- True while the claim with this fence is the newest and its attempt has not ended.
local function owns(id, fence)
  local s = redis.call('HMGET', state_key(id), 'status', 'fence', 'own')
  return s[1] == 'RUNNING' and s[2] == fence and not s[3]
end

local function let_go(id)
  redis.call('DEL', lock_key(id))
  redis.call('ZREM', P .. 'running', id)
end

-- A worker died with this task. One of many that it held becomes a suspect; only what it ran as its single suspect is counted again.
-- Answers the reason why it is dead now, or false.
local function died_with(id, most)
  local key = state_key(id)
  local s = redis.call('HMGET', key, 'crashes', 'trial', 'fence')
  local crashes = tonumber(s[1]) or 0
  if crashes == 0 or s[2] == s[3] then crashes = crashes + 1 end
  local lapses = redis.call('HINCRBY', key, 'lapses', 1)
  redis.call('HSET', key, 'crashes', crashes)
  if crashes >= most then return 'crashed ' .. crashes .. ' workers' end
  if lapses >= most * LAPSES_PER_CLAIM then return 'given up by ' .. lapses .. ' workers without an end' end
  return false
end

local function to_dead_letters(id, now)
  redis.call('ZADD', P .. 'dead', now, id)
  redis.call('ZREMRANGEBYRANK', P .. 'dead', 0, -DEAD_KEPT - 1)
end

-- The window is over: its own work and all details have ended. One entry in `ended`, once.
local function end_root(root, now, keep)
  local key = state_key(root)
  local s = redis.call('HMGET', key, 'status', 'own', 'source', 'reason', 'failure', 'attempts', 'docs', 'kids', 'kids_failed', 'epoch', 'retry_after', 'cursor',
    'found', 'new')
  if s[1] ~= 'RUNNING' or not s[2] then return end
  if redis.call('SCARD', P .. 'task:kids:' .. root) > 0 then return end
  redis.call('HSET', key, 'status', s[2], 'ended', now)
  redis.call('LPUSH', P .. 'ended', cjson.encode({
    task_id = root, source_id = tonumber(s[3]), state = s[2], reason = s[4] or '', failure = s[5] or '', ended_ms = tonumber(now),
    attempts = tonumber(s[6]) or 0, documents = tonumber(s[7]) or 0, details = tonumber(s[8]) or 0,
    details_failed = tonumber(s[9]) or 0, epoch = tonumber(s[10]) or 1, retry_after_s = tonumber(s[11]) or 0, cursor = s[12] or '',
    found = tonumber(s[13]) or 0, new = tonumber(s[14]) or 0}))
  redis.call('SREM', P .. 'live:' .. s[3], root)
  redis.call('EXPIRE', key, keep)
  redis.call('EXPIRE', P .. 'task:done:' .. root, keep)
  if s[2] == 'DEAD' and s[5] and s[5] ~= '' then to_dead_letters(root, now) end
end

-- Ends an attempt for good. `letter` puts a dead task among the dead letters.
local function end_task(id, status, reason, failure, docs, now, keep, letter)
  local key = state_key(id)
  local source = redis.call('HGET', key, 'source')
  let_go(id)
  redis.call('ZREM', P .. 'pending', id)
  redis.call('ZREM', P .. 'delayed', id)
  local root = root_of(id)
  if root == id then
    redis.call('HSET', key, 'status', 'RUNNING', 'own', status, 'reason', reason, 'failure', failure, 'own_ended', now)
    redis.call('HINCRBY', key, 'docs', docs)
    end_root(id, now, keep)
    return
  end
  redis.call('HSET', key, 'status', status, 'reason', reason, 'failure', failure, 'ended', now, 'docs', docs)
  redis.call('SREM', P .. 'live:' .. source, id)
  if status == 'DEAD' then
    redis.call('EXPIRE', key, DEAD_KEPT_S)
    if letter then to_dead_letters(id, now) end
  else
    redis.call('EXPIRE', key, DETAIL_KEPT_S)
  end
  if redis.call('SREM', P .. 'task:kids:' .. root, id) == 1 then
    local rkey = state_key(root)
    if status == 'DEAD' then redis.call('HINCRBY', rkey, 'kids_failed', 1) end
    redis.call('HINCRBY', rkey, 'docs', docs)
    local done = P .. 'task:done:' .. root
    redis.call('LPUSH', done, id)
    redis.call('LTRIM', done, 0, DONE_KEPT - 1)
    redis.call('EXPIRE', done, keep)
    end_root(root, now, keep)
  end
end
