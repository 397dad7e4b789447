-- ARGV: now, keep seconds, reason, number of days, day keys…, ids… Waiting tasks end as DEAD without becoming dead letters; answers how many.
-- A cancelled page was not collected: it is forgotten by the dedupe, so that the source's next window finds it again.
local days = tonumber(ARGV[4])
local moved = 0
for i = 5 + days, #ARGV do
  local status = redis.call('HGET', state_key(ARGV[i]), 'status')
  if status == 'PENDING' or status == 'FAILED' then
    end_task(ARGV[i], 'DEAD', ARGV[3], '', 0, ARGV[1], ARGV[2], false)
    local fp = string.match(ARGV[i], '#(.+)$')
    for d = 5, 4 + days do
      if fp then redis.call('SREM', ARGV[d], fp) end
    end
    moved = moved + 1
  end
end
return moved
