"""An S3 server in memory (moto), reached over HTTP as any other."""

from __future__ import annotations

import sys
import urllib.request
from pathlib import Path

from tests.stack.child import Child, free_port, port_answers


class S3:
    name = "s3"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._child: Child | None = None

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def url(self) -> str:
        return self.bucket("catchment")

    def bucket(self, name: str) -> str:
        """URL of a bucket, made if need be."""
        request = urllib.request.Request(f"{self.endpoint}/{name}", method="PUT")
        urllib.request.urlopen(request, timeout=10).close()
        return f"s3://{name}?endpoint={self.endpoint}&region=us-east-1&access_key_id=test&secret_access_key=test"

    def start(self) -> None:
        command = [sys.executable, "-m", "moto.server", "-p", str(self._port), "-H", "127.0.0.1"]
        self._child = Child(self.name, command, self._folder)
        self._child.wait_until(lambda: port_answers(self._port), seconds=60)

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()
