-- ARGV: seconds, keys. Answers what each key held, '' for those that are reserved now (SET with NX and GET at once needs Redis 7).
local held = {}
for i = 2, #ARGV do
  held[i - 1] = redis.call('GET', ARGV[i]) or ''
  if held[i - 1] == '' then redis.call('SET', ARGV[i], 'busy', 'EX', ARGV[1]) end
end
return held
