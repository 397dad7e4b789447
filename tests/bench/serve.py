"""The replaying site in a process of its own, so that serving is not measured inside the client.

`python -m tests.bench.serve PAGES HOSTS`: pages from a msgspec file; answers one line of JSON at start (the lists) and one per line read.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tests.flow.site import ReplaySite, Served
from tests.shared_data import CHECKOUT

STOP_S = 10.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """`first_at`, `last_at`: monotonic seconds of the first and the last request."""

    requests: int
    bytes_sent: int
    first_at: float
    last_at: float


@dataclass(frozen=True, slots=True)
class ServedSite:
    """`lists` are the entry URLs, one per host; together they link to every page once."""

    lists: tuple[str, ...]
    _process: subprocess.Popen[bytes]

    def traffic(self) -> Traffic:
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        return msgspec.json.decode(_line(self._process), type=Traffic)


@contextmanager
def serving(pages: Sequence[Served], hosts: int) -> Iterator[ServedSite]:
    """Serves the pages, spread over the hosts, while the block runs."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pages"
        file.write_bytes(msgspec.msgpack.encode(list(pages)))
        command = [sys.executable, "-m", "tests.bench.serve", str(file), str(hosts)]
        process = subprocess.Popen(command, cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            yield ServedSite(tuple(msgspec.json.decode(_line(process), type=list[str])), process)
        finally:
            process.terminate()
            process.wait(STOP_S)


def main(file: str, hosts: int) -> None:
    pages = msgspec.msgpack.decode(Path(file).read_bytes(), type=list[Served])
    with ReplaySite(hosts) as site:
        _say([site.add_source(host, "/list.html", pages[host::hosts], title=f"site {host}") for host in range(hosts)])
        for _ in sys.stdin:
            book = site.book
            _say(Traffic(book.requests.total(), book.bytes_sent, book.first_at, book.last_at))


def _say(answer: object) -> None:
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
    sys.stdout.flush()


def _line(process: subprocess.Popen[bytes]) -> bytes:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("the site ended")
    return line


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
