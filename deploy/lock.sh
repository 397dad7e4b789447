#!/usr/bin/env bash
# lock.sh VENV: resolves pyproject.toml for every supported Python and writes both lock files, with hashes and without addresses.
set -euo pipefail
tool=$(mktemp -d)
trap 'rm -rf "$tool"' EXIT
"$1/bin/python" -m venv "$tool"
"$tool/bin/pip" install --quiet uv
compile() { "$tool/bin/uv" pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -q --extra build "$@" pyproject.toml; }
compile -o requirements.lock
compile --extra dev -o requirements-dev.lock
compile --extra real --extra spark -o requirements-real.lock
