#!/usr/bin/env bash
# Starts the master (standalone: region server and ZooKeeper inside) and the Thrift server; ends when either ends.
set -euo pipefail
opens=(--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.nio=ALL-UNNAMED
       --add-opens java.base/sun.nio.ch=ALL-UNNAMED --add-opens java.base/java.lang.reflect=ALL-UNNAMED
       --add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/sun.net.dns=ALL-UNNAMED)
classpath="/opt/hbase/conf:/opt/hbase/lib/*"
java "-Xmx${HBASE_HEAP:-1g}" "${opens[@]}" -cp "$classpath" org.apache.hadoop.hbase.master.HMaster start &
for _ in $(seq 120); do
  (exec 3<>/dev/tcp/127.0.0.1/16020) 2>/dev/null && break
  sleep 1
done
java "-Xmx${HBASE_THRIFT_HEAP:-256m}" "${opens[@]}" -cp "$classpath" org.apache.hadoop.hbase.thrift.ThriftServer -p 9090 --bind 0.0.0.0 start &
wait -n
