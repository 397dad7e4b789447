"""Connections to the Thrift server: bounded in number and time, and replaced when they break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import happybase
from thriftpy2.thrift import TException

from kit import logs
from kit.adapters.real.hbase_address import VARIABLE, Address
from kit.clock import Clock
from kit.errors import BackendUnavailable, CatchmentError, ConfigError, InvalidInput

SIZE = 8
WAIT_SECONDS = 30
PAUSES_S = (0.1, 1.0)
_MISSING = ("TableNotFoundException", "NoSuchColumnFamilyException", "TableNotEnabledException")
_TOO_LARGE = "KeyValue size too large"
T = TypeVar("T")
log = logs.get(__name__)


class Pool:
    """Thread-safe. `run` is given calls that may be repeated: reads, and writes of cells with their own versions."""

    def __init__(self, address: Address, clock: Clock) -> None:
        """Raises BackendUnavailable when no server answers."""
        self._address, self._clock = address, clock
        try:
            self._pool = happybase.ConnectionPool(SIZE, **address.options())
        except (TException, OSError) as error:
            raise explain(error, address) from error

    def run(self, call: Callable[[Any], T]) -> T:
        """Calls with a connection, again on a new one when it breaks: servers cut idle connections without a word."""
        for pause in (*PAUSES_S, None):
            try:
                with self._pool.connection(timeout=WAIT_SECONDS) as connection:
                    return call(connection)
            except (TException, OSError, happybase.NoConnectionsAvailable) as error:
                explained = explain(error, self._address)
                if pause is None or not isinstance(explained, BackendUnavailable):
                    raise explained from error
                log.info("hbase_again", error=str(explained))
                self._clock.sleep(pause)
        raise AssertionError

    def close(self) -> None:
        while not self._pool._queue.empty():
            self._pool._queue.get_nowait().close()


def explain(error: Exception, address: Address) -> CatchmentError:
    message = str(getattr(error, "message", None) or error)
    if any(name in message for name in _MISSING):
        return ConfigError(
            f"{VARIABLE}: {address.shown} lacks the tables {address.table('*')}; run `catchment provision`"
        )
    if _TOO_LARGE in message:
        return InvalidInput("a cell is larger than the archive accepts (hbase.client.keyvalue.maxsize)", field="cells")
    first = next(iter(message.splitlines()), "")[:200]
    return BackendUnavailable(f"{VARIABLE}: no answer from {address.shown} ({type(error).__name__} {first})")
