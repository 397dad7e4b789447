"""The servers of the tests as containers, with the same face as those from packages."""

from __future__ import annotations

from pathlib import Path

import pymysql

from tests.stack.child import free_port
from tests.stack.engine import Project

PASSWORD = "test-only"


class Composed:
    """Subclasses name the service and the variables of its ports."""

    service = ""
    ports: tuple[str, ...] = ()

    def __init__(self, _folder: Path) -> None:
        self.port = {name: free_port() for name in self.ports}
        self.project = Project(self.service, self.port)

    def start(self) -> None:
        self.project.start()

    def stop(self) -> None:
        self.project.stop()

    def kill(self) -> None:
        self.project.kill()

    def remove(self) -> None:
        self.project.remove()


class ComposedKafka(Composed):
    service, ports = "kafka", ("KAFKA_PORT",)

    @property
    def url(self) -> str:
        return f"kafka://127.0.0.1:{self.port['KAFKA_PORT']}"


class ComposedElasticsearch(Composed):
    service, ports = "elasticsearch", ("ELASTICSEARCH_PORT",)

    @property
    def url(self) -> str:
        return f"elasticsearch+http://127.0.0.1:{self.port['ELASTICSEARCH_PORT']}"


class ComposedHBase(Composed):
    service, ports = "hbase", ("HBASE_PORT", "HBASE_PORT_2")

    @property
    def url(self) -> str:
        return f"{self.plain_url}?thrift2=127.0.0.1:{self.port['HBASE_PORT_2']}"

    @property
    def plain_url(self) -> str:
        return f"hbase://127.0.0.1:{self.port['HBASE_PORT']}"

    def restart_thrift(self) -> None:
        self.project.restart()


class ComposedMariaDb(Composed):
    service, ports = "mariadb", ("MARIADB_PORT",)

    @property
    def url(self) -> str:
        return f"mysql+pymysql://catchment:{PASSWORD}@127.0.0.1:{self.port['MARIADB_PORT']}/catchment"

    def database(self, name: str) -> str:
        """URL of a database of its own, made if need be."""
        connection = pymysql.connect(
            host="127.0.0.1", port=self.port["MARIADB_PORT"], user="root", password=PASSWORD, autocommit=True
        )
        with connection, connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE IF NOT EXISTS `{name}` CHARACTER SET utf8mb4")
            cursor.execute("GRANT ALL ON *.* TO 'catchment'@'%'")
        return self.url.rsplit("/", 1)[0] + f"/{name}"
