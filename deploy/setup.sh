#!/usr/bin/env bash
# setup.sh VENV LOCKFILE: builds the virtual environment from the lock file and installs Catchment into it.
# PYTHON names the interpreter; otherwise the first of python3, python3.13, 3.12, 3.11 that is new enough.
set -euo pipefail
venv=$1 lock=$2

new_enough() { command -v "$1" >/dev/null 2>&1 && "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if [ ! -x "$venv/bin/python" ]; then
  python=""
  for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if new_enough "$candidate"; then python=$candidate; break; fi
  done
  if [ -z "$python" ]; then
    found=$( (${PYTHON:-python3} --version 2>&1 || echo "no Python") | head -n 1)
    echo "Catchment needs Python 3.11 or newer; found: $found. Name one with PYTHON=/path/to/python make …" >&2
    exit 1
  fi
  echo "Building the environment in $venv with $("$python" --version) …" >&2
  if ! "$python" -m venv "$venv"; then
    rm -rf "$venv"
    echo "Cannot make a virtual environment with $python; on Debian: apt-get install python3-venv" >&2
    exit 1
  fi
fi
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
# The lock file is complete and hashed, so nothing is left to resolve.
"$venv/bin/python" -m pip install --quiet --no-deps --require-hashes -r "$lock"
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation -e .
"$venv/bin/python" -m console.locale_tools compile
