"""Run as a process of its own: cleans until killed; prints one line when it starts."""

from __future__ import annotations

import sys
from pathlib import Path

from cleaner.local.run import run
from kit import logs
from tests.cleaner.stage import Stage

logs.setup("error", "text")
stage = Stage(Path(sys.argv[1]), clean_batch=5)
print("started", flush=True)
run(stage.ports, stage.settings, stage.clock, stage.stop)
