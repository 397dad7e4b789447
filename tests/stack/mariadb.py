"""MariaDB on a private folder and port; the system's own service stays untouched."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.stack.child import Child, free_port

USER, PASSWORD, DATABASE = "catchment", "test-only", "catchment"


class MariaDb:
    name = "mariadb"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._socket = folder / "m.sock"
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return f"mysql+pymysql://{USER}:{PASSWORD}@127.0.0.1:{self._port}/{DATABASE}"

    def database(self, name: str) -> str:
        """URL of a database of its own, made if need be."""
        assert self._client(f"CREATE DATABASE IF NOT EXISTS `{name}` CHARACTER SET utf8mb4") == 0
        return self.url.rsplit("/", 1)[0] + f"/{name}"

    def start(self) -> None:
        data = self._folder / "data"
        if not data.exists():
            self._install(data)
        server = shutil.which("mariadbd") or "/usr/sbin/mariadbd"
        command = [server, "--no-defaults", f"--datadir={data}", f"--port={self._port}", f"--socket={self._socket}"]
        options = [
            "--bind-address=127.0.0.1",
            "--user=root",
            "--innodb-buffer-pool-size=256M",
            "--character-set-server=utf8mb4",
        ]
        self._child = Child(self.name, [*command, *options], self._folder)
        self._child.wait_until(self._answers, seconds=60)
        self._grant()

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()

    def _install(self, data: Path) -> None:
        command = [
            "mariadb-install-db",
            "--no-defaults",
            f"--datadir={data}",
            "--user=root",
            "--auth-root-authentication-method=normal",
        ]
        subprocess.run([*command, "--skip-test-db"], check=True, capture_output=True)

    def _client(self, sql: str) -> int:
        command = ["mariadb", "--no-defaults", f"--socket={self._socket}", "-uroot", "-e", sql]
        return subprocess.run(command, capture_output=True, check=False).returncode

    def _answers(self) -> bool:
        return self._client("SELECT 1") == 0

    def _grant(self) -> None:
        done = self._client(
            f"CREATE DATABASE IF NOT EXISTS {DATABASE} CHARACTER SET utf8mb4;"
            f"CREATE USER IF NOT EXISTS '{USER}'@'127.0.0.1' IDENTIFIED BY '{PASSWORD}';"
            f"CREATE USER IF NOT EXISTS '{USER}'@'localhost' IDENTIFIED BY '{PASSWORD}';"
            f"GRANT ALL ON *.* TO '{USER}'@'127.0.0.1'; GRANT ALL ON *.* TO '{USER}'@'localhost'"
        )
        assert done == 0, "the test user could not be made"
