"""A server of MongoDB's wire protocol from Maven jars (java/MongoNode.java): not MongoDB itself, which no package registry has."""

from __future__ import annotations

from pathlib import Path

from tests.stack import jars, jvm
from tests.stack.child import Child, free_port, port_answers

SOURCE = Path(__file__).parent / "java" / "MongoNode.java"


class Mongo:
    name = "mongo"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.port = free_port()
        self._child: Child | None = None

    def start(self) -> None:
        java = jvm.java_home(17) / "bin" / "java"
        command = [str(java), "-Xmx256m", "-cp", f"{jars.fetch(self.name)}/*", str(SOURCE), str(self.port)]
        self._child = Child(self.name, command, self._folder)
        self._child.wait_until(lambda: port_answers(self.port), seconds=60)

    def stop(self) -> None:
        if self._child:
            self._child.stop()
