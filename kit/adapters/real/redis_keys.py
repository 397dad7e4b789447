"""Every Redis key of Catchment, and what bounds it (K9).

collect:queue:p{1..9}      list of task ids; bounded by open windows and their details
collect:task:state:{id}    hash; no expiry while live, then state_hours (window), DETAIL_KEPT_S (detail), DEAD_KEPT_S (dead)
collect:task:lock:{id}     "worker fence", expires with the lease
collect:task:kids:{root}   set of unfinished details; empty sets vanish
collect:task:done:{root}   last DONE_KEPT details that ended; expires with the window
collect:live:{source}      set of unfinished task ids of a source; empty sets vanish
collect:pending|running|delayed   sorted sets by enqueue time | lease end | due time; members are live tasks only
collect:ended              list of ends until the ledger has them
collect:dead               sorted set of dead letters, trimmed to DEAD_KEPT
collect:seen:{source}:{day}  set of fingerprints, expires after the look-back, bounded by seen_max
collect:config:{kind}:{id} cached configuration, expires after CONFIG_S
collect:config:wanted      set, taken every second by the scheduler
collect:era                "number server"; one key
collect:bucket:{key}       token bucket, expires when it would be full again
collect:places:{key}       sorted set of holders by expiry
collect:beat:{role}:{worker}  heartbeat hash, expires after BEAT_S
collect:mark:{md5}         ingest mark, expires after mark_days
collect:note:{source}:{md5}  validators of a list page, expires 14 days after its last run
collect:trial:asked        list of at most TRIALS_MAX questions, expires with them
collect:trial:{id}         a source to be tried, until it is taken or TRIAL_ASKED_S
collect:tried:{id}         what was seen, expires after TRIED_S
collect:evidence:{source}  what was seen when a source last failed, expires after EVIDENCE_S
"""

QUEUE = "collect:queue:p"
STATE = "collect:task:state:"
LOCK = "collect:task:lock:"
KIDS = "collect:task:kids:"
DONE = "collect:task:done:"
LIVE = "collect:live:"
PENDING = "collect:pending"
RUNNING = "collect:running"
DELAYED = "collect:delayed"
ENDED = "collect:ended"
DEAD = "collect:dead"
SEEN = "collect:seen:"
CONFIG = "collect:config:"
WANTED = "collect:config:wanted"
BUCKET = "collect:bucket:"
PLACES = "collect:places:"
BEAT = "collect:beat:"
MARK = "collect:mark:"
NOTE = "collect:note:"
TRIALS = "collect:trial:asked"
TRIAL = "collect:trial:"
TRIED = "collect:tried:"
EVIDENCE = "collect:evidence:"
ERA = "collect:era"

LANES = range(1, 10)
DETAIL_KEPT_S = 600
DEAD_KEPT_S = 7 * 86400
DEAD_KEPT = 100_000
DONE_KEPT = 200
CONFIG_S = 600
BEAT_S = 60
TRIALS_MAX = 50
TRIAL_ASKED_S = 60
TRIED_S = 3600
EVIDENCE_S = 14 * 86400
EPOCH_FACTOR = 2**20
ERA_FACTOR = 2**40
LOOK_MS = 20
LAPSES_PER_CLAIM = 10


def lane(priority: int) -> str:
    return f"{QUEUE}{priority}"
