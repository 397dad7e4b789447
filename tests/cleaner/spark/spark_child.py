"""Run as a process of its own: the job with a slow archive until killed. Arguments: data folder, log URL, checkpoint, Spark settings as JSON."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path

from cleaner.spark.job import run
from cleaner.spark.options import SparkOptions
from kit import logs
from kit.settings import load
from tests.cleaner.spark import opener

logs.setup("error", "text")
folder, url, checkpoint, conf = sys.argv[1:]
settings = load(data_dir=Path(folder), log_url=url, clean_batch=10)
ports, clock = opener.plain(settings)
options = SparkOptions(checkpoint, "local[2]", batch_messages=50, conf=json.loads(conf))
run(ports, settings, clock, threading.Event(), options, opener.SLOW)
