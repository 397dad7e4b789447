"""One Kafka node in KRaft mode (broker and controller in one process)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.stack import jars, jvm
from tests.stack.child import Child, free_port, port_answers

CLUSTER_ID = "Y2F0Y2htZW50LXRlc3RzMQ"


class Kafka:
    name = "kafka"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port, self._controller = free_port(), free_port()
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return f"kafka://127.0.0.1:{self._port}"

    def start(self) -> None:
        config = self._folder / "server.properties"
        if not config.exists():
            config.write_text(self._properties(), encoding="utf-8")
            subprocess.run(
                self._java("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(config)),
                check=True,
                capture_output=True,
            )
        self._child = Child(self.name, self._java("kafka.Kafka", str(config)), self._folder)
        self._child.wait_until(lambda: port_answers(self._port), seconds=60)

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()

    def _java(self, main: str, *arguments: str) -> list[str]:
        java = jvm.java_home(17, 23) / "bin" / "java"
        return [str(java), "-Xmx512m", "-cp", f"{jars.fetch('kafka')}/*", main, *arguments]

    def _properties(self) -> str:
        return "\n".join(
            [
                "process.roles=broker,controller",
                "node.id=1",
                f"controller.quorum.voters=1@127.0.0.1:{self._controller}",
                f"listeners=PLAINTEXT://127.0.0.1:{self._port},CONTROLLER://127.0.0.1:{self._controller}",
                f"advertised.listeners=PLAINTEXT://127.0.0.1:{self._port}",
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT",
                f"log.dirs={self._folder / 'log'}",
                "offsets.topic.replication.factor=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "group.initial.rebalance.delay.ms=0",
                "auto.create.topics.enable=false",
                "",
            ]
        )
