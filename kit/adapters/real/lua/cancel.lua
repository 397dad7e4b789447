-- ARGV: now, keep seconds, reason, ids… Waiting tasks end as DEAD without becoming dead letters; answers how many.
local moved = 0
for i = 4, #ARGV do
  local status = redis.call('HGET', state_key(ARGV[i]), 'status')
  if status == 'PENDING' or status == 'FAILED' then
    end_task(ARGV[i], 'DEAD', ARGV[3], '', 0, ARGV[1], ARGV[2], false)
    moved = moved + 1
  end
end
return moved
