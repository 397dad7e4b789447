"""A relay in front of a Redis that can swallow all that passes, without closing anything: the other end of a half-open connection."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType


class BlackHole:
    """Relays while it is entered. `swallow` makes the connections there are now dead for good, and with `also_new` every later one until `heal`."""

    def __init__(self, unix_path: str) -> None:
        self._target = unix_path
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._server.getsockname()[1]}/0"
        self._dead: set[socket.socket] = set()
        self._open: set[socket.socket] = set()
        self._closed = False
        self._all_new_dead = False
        self._thread = threading.Thread(target=self._accept, name="black-hole", daemon=True)

    def __enter__(self) -> BlackHole:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for one in list(self._open):
            one.close()

    def swallow(self, *, also_new: bool = False) -> int:
        """How many connections are dead now."""
        self._dead |= self._open
        self._all_new_dead = also_new
        return len(self._dead)

    def heal(self) -> None:
        """New connections go through again; dead ones stay dead."""
        self._all_new_dead = False

    def _accept(self) -> None:
        while not self._closed:
            try:
                client, _address = self._server.accept()
            except OSError:
                return
            target = socket.socket(socket.AF_UNIX)
            target.connect(self._target)
            pair = {client, target}
            self._open |= pair
            if self._all_new_dead:
                self._dead |= pair
            for source, sink in ((client, target), (target, client)):
                threading.Thread(target=self._relay, args=(source, sink), daemon=True).start()

    def _relay(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source not in self._dead:
                    sink.sendall(data)
        if source not in self._dead:
            for one in (source, sink):
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
