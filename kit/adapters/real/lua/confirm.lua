-- ARGV: seconds, keys.
for i = 2, #ARGV do redis.call('SET', ARGV[i], 'done', 'EX', ARGV[1]) end
