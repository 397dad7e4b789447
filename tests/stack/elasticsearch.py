"""One Elasticsearch node with IK analysis, laid out from Maven jars (see java/EsNode.java, java/IkPlugin.java)."""

from __future__ import annotations

import shutil
import subprocess
import urllib.error
import urllib.request
import zipfile
from pathlib import Path

from tests.stack import jars, jvm
from tests.stack.child import Child, free_port

VERSION = "9.5.3"
JAVA = Path(__file__).parent / "java"
LOG4J = """status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d][%p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
"""


class Elasticsearch:
    name = "elasticsearch"

    def __init__(self, folder: Path, *, ik: bool = True) -> None:
        self._folder = folder
        self._ik = ik
        self._port, self._transport = free_port(), free_port()
        self._child: Child | None = None

    @property
    def url(self) -> str:
        return f"elasticsearch+http://127.0.0.1:{self._port}"

    def start(self) -> None:
        home, java = self._folder / "home", jvm.java_home(21)
        if not home.exists():
            self._lay_out(home, java)
        classes = f"{self._folder / 'classes'}:{home}/lib/*"
        memory = ["-Xms1g", "-Xmx1g", "--add-modules", "jdk.incubator.vector"]
        command = [
            str(java / "bin" / "java"),
            *memory,
            "-cp",
            classes,
            "EsNode",
            str(home),
            str(self._port),
            str(self._transport),
        ]
        self._child = Child(self.name, command, self._folder)
        self._child.wait_until(self._answers, seconds=120)

    def stop(self) -> None:
        if self._child:
            self._child.stop()

    def kill(self) -> None:
        if self._child:
            self._child.kill()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/_cluster/health", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _lay_out(self, home: Path, java: Path) -> None:
        for name in ("lib", "modules/transport-netty4", "config", "data", "logs", "plugins"):
            (home / name).mkdir(parents=True)
        ik_jar: Path | None = None
        for jar in jars.fetch("elasticsearch").glob("*.jar"):
            if jar.name.startswith("ikanalyzer"):
                ik_jar = jar
                continue
            netty = jar.name.startswith(("netty-", "transport-netty4"))
            link = home / ("modules/transport-netty4" if netty else "lib") / jar.name
            link.symlink_to(jar)
        self._describe_netty(home / "modules" / "transport-netty4")
        (home / "config" / "log4j2.properties").write_text(LOG4J, encoding="utf-8")
        (home / "config" / "elasticsearch.yml").touch()
        self._compile(java, "EsNode.java", f"{home}/lib/*", self._folder / "classes")
        if self._ik:
            assert ik_jar is not None
            self._build_ik(home, java, ik_jar)

    def _describe_netty(self, module: Path) -> None:
        (jar,) = module.glob("transport-netty4-*.jar")
        with zipfile.ZipFile(jar) as archive:
            for name in ("plugin-descriptor.properties", "entitlement-policy.yaml"):
                text = archive.read(f"META-INF/es-plugins/transport-netty4/{name}").decode()
                # Without a module name it loads from the class path, as everything else here.
                kept = [line for line in text.splitlines() if not line.startswith("modulename=")]
                (module / name).write_text("\n".join(kept) + "\n", encoding="utf-8")

    def _build_ik(self, home: Path, java: Path, ik_jar: Path) -> None:
        module = home / "modules" / "analysis-ik"
        module.mkdir()
        shutil.copy(ik_jar, module)
        classes = self._folder / "ik-classes"
        self._compile(java, "IkPlugin.java", f"{home}/lib/*:{ik_jar}", classes)
        with zipfile.ZipFile(module / "analysis-ik.jar", "w") as archive:
            for path in classes.rglob("*.class"):
                archive.write(path, str(path.relative_to(classes)))
        descriptor = {
            "description": "IK analysis for tests",
            "version": VERSION,
            "name": "analysis-ik",
            "java.version": "21",
            "elasticsearch.version": VERSION,
            "classname": "ik.IkPlugin",
        }
        text = "".join(f"{key}={value}\n" for key, value in descriptor.items())
        (module / "plugin-descriptor.properties").write_text(text, encoding="utf-8")

    def _compile(self, java: Path, source: str, classpath: str, out: Path) -> None:
        command = [str(java / "bin" / "javac"), "-nowarn", "-d", str(out), "-cp", classpath, str(JAVA / source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"javac {source}:\n{done.stderr[-2000:]}")
