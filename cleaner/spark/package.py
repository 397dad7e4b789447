"""Our code for executors: a zip that `addPyFile` takes (it does not know wheels)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

SUFFIXES = (".py", ".lua")
_EPOCH = (1980, 1, 1, 0, 0, 0)


def write_zip(packages: Iterable[str], target: Path) -> Path:
    """The packages' code, the same bytes for the same code. Raises ModuleNotFoundError.

    Compiled libraries (msgspec, numpy, regex, drivers) cannot travel like this: every executor has them installed.
    """
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for package in sorted(packages):
            root = _root(package)
            for path in _files(root):
                info = ZipInfo(str(Path(package) / path.relative_to(root)), _EPOCH)
                archive.writestr(info, path.read_bytes(), ZIP_DEFLATED)
    return target


def _root(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"no package {package}")
    return Path(next(iter(spec.submodule_search_locations)))


def _files(root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield path
