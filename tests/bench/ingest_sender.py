"""Sends pushes over several connections at once and prints how long it took: {"seconds", "accepted"}.

Arguments: address, token, connections, file with the pickled bodies. A process of its own, so that it does not share a lock with what is measured.
"""

from __future__ import annotations

import http.client
import json
import pickle
import sys
import threading
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from urllib.parse import urlsplit


def main(address: str, token: str, connections: str, file: str) -> None:
    waiting: SimpleQueue[bytes] = SimpleQueue()
    for body in pickle.loads(Path(file).read_bytes()):
        waiting.put(body)
    answers: SimpleQueue[bytes] = SimpleQueue()
    place = urlsplit(address)
    arguments = (place.hostname, place.port, token, waiting, answers)
    threads = [threading.Thread(target=_send, args=arguments) for _ in range(int(connections))]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    accepted = 0
    while not answers.empty():
        accepted += answers.get().count(b'"status":"accepted"')
    print(json.dumps({"seconds": seconds, "accepted": accepted}))


def _send(host: str, port: int, token: str, waiting: SimpleQueue[bytes], answers: SimpleQueue[bytes]) -> None:
    connection = http.client.HTTPConnection(host, port, timeout=60)
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    while True:
        try:
            body = waiting.get_nowait()
        except Empty:
            connection.close()
            return
        while True:
            connection.request("POST", "/v1/push", body, headers)
            answer = connection.getresponse()
            said = answer.read()
            if answer.status == 200:
                answers.put(said)
                break
            if answer.status != 429:
                raise RuntimeError(f"{answer.status}: {said[:300]!r}")
            time.sleep(float(answer.headers.get("retry-after", "1")))


if __name__ == "__main__":
    main(*sys.argv[1:])
