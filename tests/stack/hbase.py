"""HBase in standalone mode and its Thrift server."""

from __future__ import annotations

from pathlib import Path

from tests.stack import jars, jvm
from tests.stack.child import Child, free_port, port_answers

OPEN = ("java.base/java.lang", "java.base/java.nio", "java.base/sun.nio.ch", "java.base/java.lang.reflect")
EXPORT = ("java.base/jdk.internal.misc", "java.base/sun.net.dns")
LOG4J = """log4j.rootLogger=WARN,console
log4j.appender.console=org.apache.log4j.ConsoleAppender
log4j.appender.console.layout=org.apache.log4j.PatternLayout
log4j.appender.console.layout.ConversionPattern=%d %p %c{1}: %m%n
"""


class HBase:
    name = "hbase"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._thrift_port, self._thrift2_port, self._zookeeper = free_port(), free_port(), free_port()
        self._ports = {"master": free_port(), "regionserver": free_port()}
        self._master: Child | None = None
        self._thrift: Child | None = None
        self._thrift2: Child | None = None

    @property
    def url(self) -> str:
        return f"hbase://127.0.0.1:{self._thrift_port}?thrift2=127.0.0.1:{self._thrift2_port}"

    @property
    def plain_url(self) -> str:
        """As on an installation that runs the first Thrift service alone."""
        return f"hbase://127.0.0.1:{self._thrift_port}"

    def start(self) -> None:
        config = self._folder / "conf"
        if not config.exists():
            config.mkdir()
            (config / "hbase-site.xml").write_text(self._site(), encoding="utf-8")
            (config / "log4j.properties").write_text(LOG4J, encoding="utf-8")
        self._master = Child(
            "hbase-master", self._java("1g", "org.apache.hadoop.hbase.master.HMaster", "start"), self._folder
        )
        self._master.wait_until(
            lambda: port_answers(self._zookeeper) and port_answers(self._ports["regionserver"]), seconds=120
        )
        self._thrift = self._serve("thrift", self._thrift_port)
        self._thrift2 = self._serve("thrift2", self._thrift2_port)
        self._thrift.wait_until(lambda: port_answers(self._thrift_port), seconds=60)
        self._thrift2.wait_until(lambda: port_answers(self._thrift2_port), seconds=60)

    def stop(self) -> None:
        for child in self._children():
            # On a local file system the log of writes is not flushed: a server killed before it has stored its memory loses rows.
            child.stop(grace_s=60 if child is self._master else 10)

    def kill(self) -> None:
        for child in self._children():
            child.kill()

    def restart_thrift(self) -> None:
        """Breaks every connection; the regions stay."""
        assert self._thrift is not None
        self._thrift.kill()
        self._thrift = self._serve("thrift", self._thrift_port)
        self._thrift.wait_until(lambda: port_answers(self._thrift_port), seconds=60)

    def _children(self) -> list[Child]:
        return [child for child in (self._thrift, self._thrift2, self._master) if child]

    def _serve(self, service: str, port: int) -> Child:
        main = f"org.apache.hadoop.hbase.{service}.ThriftServer"
        arguments = ["-p", str(port), "--bind", "127.0.0.1", "start"]
        return Child(f"hbase-{service}", self._java("256m", main, *arguments), self._folder)

    def _java(self, memory: str, *arguments: str) -> list[str]:
        java = jvm.java_home(17, 23) / "bin" / "java"
        opens = [part for name in OPEN for part in ("--add-opens", f"{name}=ALL-UNNAMED")]
        exports = [part for name in EXPORT for part in ("--add-exports", f"{name}=ALL-UNNAMED")]
        classpath = f"{self._folder / 'conf'}:{jars.fetch('hbase')}/*"
        return [str(java), f"-Xmx{memory}", *opens, *exports, "-cp", classpath, *arguments]

    def _site(self) -> str:
        values = {
            "hbase.rootdir": f"file://{self._folder / 'root'}",
            "hbase.tmp.dir": str(self._folder / "tmp"),
            "hbase.zookeeper.property.dataDir": str(self._folder / "zookeeper"),
            "hbase.zookeeper.property.clientPort": str(self._zookeeper),
            "hbase.zookeeper.quorum": "127.0.0.1",
            "hbase.cluster.distributed": "false",
            "hbase.unsafe.stream.capability.enforce": "false",
            "hbase.wal.provider": "filesystem",
            "hbase.master.ipc.address": "127.0.0.1",
            "hbase.regionserver.ipc.address": "127.0.0.1",
            "hbase.master.hostname": "127.0.0.1",
            "hbase.regionserver.hostname": "127.0.0.1",
            "hbase.master.port": str(self._ports["master"]),
            "hbase.regionserver.port": str(self._ports["regionserver"]),
            "hbase.master.info.port": "-1",
            "hbase.regionserver.info.port": "-1",
            "hbase.thrift.info.port": "-1",
            "hbase.regionserver.thrift.server.type": "threadpool",
        }
        rows = "".join(
            f"<property><name>{name}</name><value>{value}</value></property>\n" for name, value in values.items()
        )
        return f"<configuration>\n{rows}</configuration>\n"
