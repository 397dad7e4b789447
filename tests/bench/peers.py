"""Peers live in an environment of their own, made on first use with pinned versions."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HOME = Path.home() / ".cache" / "catchment" / "bench-peers"
PINS = ("Scrapy==2.19.0", "trafilatura==2.3.1", "lxml_html_clean==0.4.3")
INSTALL_S = 600


def python() -> Path:
    """The interpreter of the peers' environment."""
    return HOME / "bin" / "python"


def installed() -> bool:
    """Whether the environment holds exactly the pinned versions."""
    mark = HOME / "pins.txt"
    return python().exists() and mark.is_file() and mark.read_text(encoding="utf-8") == "\n".join(PINS)


def install() -> None:
    """Makes the environment where it is not there yet. Raises CalledProcessError when pip fails."""
    if installed():
        return
    HOME.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True, timeout=INSTALL_S)
    subprocess.run([str(python()), "-m", "pip", "install", "-q", *PINS], check=True, timeout=INSTALL_S)
    (HOME / "pins.txt").write_text("\n".join(PINS), encoding="utf-8")
