#!/usr/bin/env bash
# Brings what tests need and pip cannot: Chromium for the console's browser tests. Only as root on a Debian family machine;
# elsewhere the tests that need it skip with one line (with CI=true they fail).
set -euo pipefail
command -v chromium >/dev/null 2>&1 && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing chromium for the browser tests …" >&2
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null
  apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk >/dev/null
else
  echo "No chromium here: the browser tests will be skipped." >&2
fi
