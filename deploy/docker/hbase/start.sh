#!/usr/bin/env bash
# Starts the master (standalone: region server and ZooKeeper inside) and both Thrift servers; ends when one of them ends.
# Told to stop, it waits until the master has stored its memory: on a local file system its log of writes alone would lose rows.
set -euo pipefail
opens=(--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED
       --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED
       --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/sun.net.dns=ALL-UNNAMED)
classpath="/opt/hbase/conf:/opt/hbase/lib/*"
children=()

end() {
  trap - TERM INT
  # Not `children`: a signal may come before a server just started is in it.
  # shellcheck disable=SC2046
  kill -TERM $(jobs -p) 2>/dev/null || true
  wait || true
  exit "$1"
}
trap 'end 0' TERM INT

run() {  # heap, class, arguments
  java "-Xmx$1" "${opens[@]}" -cp "$classpath" "${@:2}" &
  children+=($!)
}

run "${HBASE_HEAP:-1g}" org.apache.hadoop.hbase.master.HMaster start
for _ in $(seq 120); do
  (exec 3<>/dev/tcp/127.0.0.1/16020) 2>/dev/null && break
  kill -0 "${children[0]}" 2>/dev/null || end 1
  sleep 1 &
  wait $!  # unlike sleep itself, this lets a signal through
done
run "${HBASE_THRIFT_HEAP:-256m}" org.apache.hadoop.hbase.thrift.ThriftServer -p 9090 --bind 0.0.0.0 start
run "${HBASE_THRIFT_HEAP:-256m}" org.apache.hadoop.hbase.thrift2.ThriftServer -p 9091 --bind 0.0.0.0 start
wait -n "${children[@]}" || true
end 1
