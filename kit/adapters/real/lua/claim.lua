-- ARGV: worker, now, lock seconds, id popped by BRPOP ('' if none), then one lane per wanted claim (the weighted order).
-- Ids are popped and claimed in one step, so that none is in nobody's hands. Answers [id, blob, fence, attempts, retries, crashes] per claim,
-- [id] for one whose state is damaged.
local away = turned_back()
if away then return away end
local worker, now, life, popped = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local out, empty = {}, {}
local KNOWN = {RUNNING = true, FAILED = true, SUCCESS = true, DEAD = true}

local function claim(id)
  local key = state_key(id)
  local status = redis.pcall('HGET', key, 'status')
  if status ~= 'PENDING' then
    redis.call('ZREM', P .. 'pending', id)
    if status and not KNOWN[status] then out[#out + 1] = {id} end
    return false
  end
  local fence = redis.pcall('HINCRBY', key, 'fence', 1)
  if type(fence) == 'table' then
    out[#out + 1] = {id}
    return false
  end
  if of_era(fence) ~= fence then
    fence = of_era(fence)
    redis.call('HSET', key, 'fence', whole(fence))
  end
  if not redis.call('SET', lock_key(id), worker .. ' ' .. whole(fence), 'NX', 'EX', life) then return false end
  local attempts = redis.pcall('HINCRBY', key, 'attempts', 1)
  if type(attempts) == 'table' then attempts = 1 end
  redis.call('HSET', key, 'status', 'RUNNING', 'reason', 'running', 'worker', worker, 'claimed', now)
  redis.call('ZREM', P .. 'pending', id)
  redis.call('ZADD', P .. 'running', now + life * 1000, id)
  local s = redis.call('HMGET', key, 'task', 'retries', 'crashes')
  out[#out + 1] = {id, s[1], fence, attempts, s[2], s[3]}
  return true
end

local function pop(lane)
  if empty[lane] then return false end
  local id = redis.call('RPOP', P .. 'queue:p' .. lane)
  if not id then empty[lane] = true end
  return id
end

local function pop_any(first)
  local id = pop(first)
  local lane = 1
  while not id and lane <= 9 do
    id = pop(tostring(lane))
    lane = lane + 1
  end
  return id
end

if popped ~= '' then claim(popped) end
for i = 5, #ARGV do
  if #out >= #ARGV - 4 then break end
  local id = pop_any(ARGV[i])
  while id and not claim(id) do id = pop_any(ARGV[i]) end
  if not id then break end
end
return out
