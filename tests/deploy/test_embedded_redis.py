"""The Redis of the embedded product, killed as a crash or the system's memory killer would."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from deploy.embedded import kept_redis

BACK_S = 20.0


def _wait_for_pid(client: Any, other_than: int) -> int:
    deadline = time.monotonic() + BACK_S
    while True:
        try:
            pid = int(client.info("server")["process_id"])
        except redis.RedisError:
            pid = other_than
        if pid != other_than:
            return pid
        assert time.monotonic() < deadline, "Redis did not come back"
        time.sleep(0.05)


@pytest.mark.parametrize("folder", ["short", "long" * 30])
def test_redis_killed_twice_comes_back_at_the_same_address_with_its_keys(tmp_path: Path, folder: str) -> None:
    with kept_redis(tmp_path / folder, look_s=0.05) as url:
        client = cast(Any, redis.Redis.from_url(url, decode_responses=True))
        pid = int(client.info("server")["process_id"])
        for round_ in ("1", "2"):
            client.set("kept", round_)
            os.kill(pid, signal.SIGKILL)
            pid = _wait_for_pid(client, pid)
            assert client.get("kept") == round_
        client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
