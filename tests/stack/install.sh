#!/usr/bin/env bash
# Brings what tests need and pip cannot: Chromium, MariaDB, Maven, and JDKs (17 for Kafka and HBase, 21 or newer for Elasticsearch).
# Only as root on a Debian family machine; elsewhere servers run as containers where docker compose has an engine (tests/stack/engine.py). Where
# there is neither, the tests that need something missing skip with one line each (with CI=true they fail).
set -euo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive

# Whether a JDK with a version from $1 to $2 is installed.
has_jdk() {
  local home version
  for home in ${JAVA_HOME:-} /usr/lib/jvm/*; do
    [ -x "$home/bin/javac" ] || continue
    version=$("$home/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p')
    [ -n "$version" ] && [ "$version" -ge "$1" ] && [ "$version" -le "$2" ] && return 0
  done
  return 1
}

wanted=()
command -v chromium >/dev/null 2>&1 || wanted+=(chromium fonts-noto-cjk)
command -v mariadb-install-db >/dev/null 2>&1 || wanted+=(mariadb-server)
command -v mvn >/dev/null 2>&1 || wanted+=(maven)
has_jdk 17 23 || wanted+=(openjdk-17-jdk-headless)

if [ ${#wanted[@]} -gt 0 ] || ! has_jdk 21 99; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq >/dev/null
    if ! has_jdk 21 99; then
      newer=$(apt-cache pkgnames openjdk-2 | grep -E '^openjdk-2[0-9]-jdk-headless$' | sort | sed -n '/openjdk-2[1-9]/p' | head -n 1)
      [ -z "$newer" ] || wanted+=("$newer")
    fi
    if [ ${#wanted[@]} -gt 0 ]; then
      echo "Installing ${wanted[*]} for the tests …" >&2
      apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
    fi
  elif [ ${#wanted[@]} -gt 0 ]; then
    echo "Not installed here: ${wanted[*]}; where docker compose has no engine, the tests that need them are skipped." >&2
  fi
fi

if ! has_jdk 21 99; then
  echo "No JDK 21 or newer here (set JAVA_HOME to one): nothing will be tested on a real Elasticsearch." >&2
fi

# The servers' jars, once for every checkout; a test that had to wait for a download would run into its time limit.
if command -v mvn >/dev/null 2>&1; then
  ${VENV:-.venv}/bin/python -m tests.stack.jars kafka elasticsearch hbase mongo ||
    echo "Jars are missing: the tests that need them will be skipped." >&2
fi
