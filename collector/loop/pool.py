"""Parsing processes: as many as there are, one job each; a job that takes too long costs its process, which is replaced (X8)."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from typing import Final

from collector.loop import messages
from collector.loop.messages import Parsed, ParseJob
from collector.loop.worker import LENGTH
from kit import logs
from kit.contracts.task import FailureClass
from kit.settings import Settings

JOBS_PER_PROCESS: Final = 5000
START_SECONDS: Final = 60.0
log = logs.get(__name__)


@dataclass(slots=True, eq=False)
class _Process:
    child: subprocess.Popen[bytes]
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    jobs: int = 0

    async def ask(self, job: bytes) -> bytes:
        self.jobs += 1
        self.writer.write(LENGTH.pack(len(job)) + job)
        await self.writer.drain()
        return await self.receive()

    async def receive(self) -> bytes:
        (size,) = LENGTH.unpack(await self.reader.readexactly(LENGTH.size))
        if size > messages.MAX_MESSAGE:
            raise ConnectionError("answer of a parsing process is too large")
        return await self.reader.readexactly(size)

    def end(self) -> None:
        self.writer.close()
        self.child.kill()
        self.child.wait()


class ParsePool:
    """For one event loop. `start` before the first job, `close` at the end."""

    def __init__(self, settings: Settings) -> None:
        self._size = settings.parse_processes or max(1, (os.cpu_count() or 2) - 1)
        self._seconds = settings.parse_seconds
        self._free: asyncio.Queue[_Process | None] = asyncio.Queue()
        self._all: set[_Process] = set()
        self.replaced = 0

    async def start(self) -> None:
        """Starts every process. Raises RuntimeError when they do not come up."""
        for process in await asyncio.gather(*(self._spawn() for _ in range(self._size))):
            self._free.put_nowait(process)

    async def parse(self, job: ParseJob) -> Parsed:
        """The parsed page; a page that kills or holds up its process comes back with failure class parse."""
        process = await self._free.get()
        back: _Process | None = None
        try:
            if process is None or process.jobs >= JOBS_PER_PROCESS:
                process = await self._replace(process)
            answer = await asyncio.wait_for(process.ask(messages.encode_job(job)), self._seconds)
            back = process
            return messages.decode_parsed(answer)
        except TimeoutError:
            return self._lost(job, f"not parsed within {self._seconds:g} s")
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            return self._lost(job, f"the parsing process died: {type(error).__name__}")
        finally:
            if back is None and process is not None:
                self._end(process)
            self._free.put_nowait(back)

    async def close(self) -> None:
        for process in list(self._all):
            self._end(process)

    def _lost(self, job: ParseJob, detail: str) -> Parsed:
        self.replaced += 1
        log.warning("parse_process_lost", url=job.url, source=job.source.id, detail=detail)
        return Parsed(failure=FailureClass.PARSE, detail=detail, lost=True)

    async def _replace(self, old: _Process | None) -> _Process:
        if old is not None:
            self._end(old)
        return await self._spawn()

    def _end(self, process: _Process) -> None:
        self._all.discard(process)
        process.end()

    async def _spawn(self) -> _Process:
        ours, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "collector.loop.worker", str(theirs.fileno()), str(self._seconds)]
            child = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)  # noqa: ASYNC220
        reader, writer = await asyncio.open_connection(sock=ours)
        process = _Process(child, reader, writer)
        self._all.add(process)
        try:
            await asyncio.wait_for(process.receive(), START_SECONDS)
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError) as error:
            self._end(process)
            raise RuntimeError(f"a parsing process did not start: {type(error).__name__}") from error
        return process
