"""An environment of pinned packages for peers of a measurement, made on first use and kept between runs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BASE = Path.home() / ".cache" / "catchment"
INSTALL_S = 600


@dataclass(frozen=True, slots=True)
class PeerEnvironment:
    name: str
    pins: tuple[str, ...]

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return BASE / self.name / "bin" / "python"

    def installed(self) -> bool:
        """Whether it holds exactly the pinned versions."""
        mark = self._mark()
        return self.python.exists() and mark.is_file() and mark.read_text(encoding="utf-8") == "\n".join(self.pins)

    def install(self) -> None:
        """Does nothing where it is there. Raises CalledProcessError when pip fails."""
        if self.installed():
            return
        BASE.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", str(BASE / self.name)], check=True, timeout=INSTALL_S)
        subprocess.run([str(self.python), "-m", "pip", "install", "-q", *self.pins], check=True, timeout=INSTALL_S)
        self._mark().write_text("\n".join(self.pins), encoding="utf-8")

    def _mark(self) -> Path:
        return BASE / self.name / "pins.txt"
