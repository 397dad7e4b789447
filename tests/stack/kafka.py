"""One Kafka node in KRaft mode (broker and controller in one process), in the clear and, on a second port, with TLS and sign-in."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.certificate import pem_of, write_certificate
from tests.stack import jars, jvm
from tests.stack.child import Child, free_port, port_answers

CLUSTER_ID = "Y2F0Y2htZW50LXRlc3RzMQ"
USER, PASSWORD = "catchment", "p@ss:word"
_LOGIN = "org.apache.kafka.common.security"


class Kafka:
    name = "kafka"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port, self._secure, self._controller = free_port(), free_port(), free_port()
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return f"kafka://127.0.0.1:{self._port}"

    @property
    def brokers(self) -> str:
        """The listener that demands TLS and a sign-in with USER and PASSWORD."""
        return f"127.0.0.1:{self._secure}"

    @property
    def authority(self) -> Path:
        return self._folder / "ca.pem"

    def start(self) -> None:
        config = self._folder / "server.properties"
        if not config.exists():
            self.authority.write_bytes(pem_of(write_certificate(self._folder, "127.0.0.1")))
            config.write_text(self._properties(), encoding="utf-8")
            user = ("--add-scram", f"SCRAM-SHA-512=[name={USER},password={PASSWORD}]")
            subprocess.run(
                self._java("kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c", str(config), *user),
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

    def _listeners(self) -> str:
        return f"PLAINTEXT://127.0.0.1:{self._port},SASL_SSL://{self.brokers}"

    def _properties(self) -> str:
        return "\n".join(
            [
                "process.roles=broker,controller",
                "node.id=1",
                f"controller.quorum.voters=1@127.0.0.1:{self._controller}",
                f"listeners={self._listeners()},CONTROLLER://127.0.0.1:{self._controller}",
                f"advertised.listeners={self._listeners()}",
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_SSL:SASL_SSL",
                "ssl.keystore.type=PEM",
                f"ssl.keystore.location={self._folder / 'certificate.pem'}",
                "sasl.enabled.mechanisms=SCRAM-SHA-512,PLAIN",
                f"listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config={_LOGIN}.scram.ScramLoginModule required;",
                f"listener.name.sasl_ssl.plain.sasl.jaas.config={_LOGIN}.plain.PlainLoginModule required "
                f'user_{USER}="{PASSWORD}";',
                f"log.dirs={self._folder / 'log'}",
                "offsets.topic.replication.factor=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "group.initial.rebalance.delay.ms=0",
                "auto.create.topics.enable=false",
                "",
            ]
        )
