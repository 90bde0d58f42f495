"""Compiles C and C++ files into an extension, as an interpreter would, and reads what the compiler says."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.system.building.interpreters import Interpreter
from unstatic.system.building.processes import own_environment
from unstatic.verify.building.builds import warnings
from unstatic.verify.building.compiler_warnings import fresh_warnings

# What even careful extension code gives under -Wextra.
NOISE = ("-Wno-unused-parameter", "-Wno-missing-field-initializers", "-Wno-cast-function-type")


@dataclass(frozen=True, slots=True)
class Build:
    """A compiled module, or why there is none: *folder* is for sys.path, *log* is what the compiler said."""

    folder: Path
    library: Path
    log: str
    compiled: bool

    @property
    def warnings(self) -> Counter[str]:
        """The warnings with their count; without places, which a migration moves."""
        return warnings(self.log)


def new_warnings(before: Counter[str], after: Counter[str]) -> list[str]:
    """Return the warnings that are more often in *after*."""
    return list(fresh_warnings(before, after)[0])


def has_compiler(python: Interpreter) -> bool:
    """Return whether the compiler that built the interpreter is here."""
    return shutil.which(python.compiler[0]) is not None


def compile_module(
    files: Mapping[str, bytes],
    units: Sequence[str],
    module: str,
    python: Interpreter,
    cache: Path,
    extra: tuple[str, ...] = (),
) -> Build:
    """
    Compile the *units* among *files* into one library in *cache*, unless that was done before in the same way.

    Files go by their names, all in one folder. The last component of *module* names the library. A failure is told in
    the result, not raised.
    """
    flags = (*python.flags, "-Wall", "-Wextra", *NOISE, *extra)
    folder = _folder(cache, sorted(files.items()), tuple(units), flags, python.version, module)
    library = folder / (module.rpartition(".")[2] + python.suffix)
    if not folder.exists():
        is_cplusplus = any(unit.endswith(".cpp") for unit in units)
        includes = [f"-I{headers_of(python, flags, cache, is_cplusplus)}", f"-I{python.include}"]
        command = [*python.compiler, *flags, *includes, "-shared", "-o", f"../{library.name}", *units]
        command += ["-lstdc++"] if is_cplusplus else []
        _compile(command, files, folder)
    log = folder / "log"
    return Build(folder, library, log.read_text(encoding="utf-8"), library.exists())


def _folder(cache: Path, *facts: object) -> Path:
    return cache / hashlib.sha256(repr(facts).encode()).hexdigest()[:24]


def headers_of(python: Interpreter, flags: tuple[str, ...], cache: Path, is_cplusplus: bool) -> Path:
    """
    Return a folder in which GCC, with the same *flags*, finds Python.h as it was read before.

    To read it is half of the time of a small extension.

    It is left alone by GCC where something that stands before the inclusion would change it, and where Python.h is
    included once more: then GCC reads the file next to it.
    """
    folder = _folder(cache, "Python.h", flags, python.version, is_cplusplus) / "sources"
    if not folder.exists():
        language = "c++-header" if is_cplusplus else "c-header"
        command = [*python.compiler, *flags, f"-I{python.include}", "-x", language, "Python.h", "-o", "Python.h.gch"]
        _compile(command, {"Python.h": f'#include "{python.include / "Python.h"}"\n'.encode()}, folder.parent)
    return folder


def _compile(command: list[str], files: Mapping[str, bytes], folder: Path) -> None:
    """Run the compiler in a folder of its own and give it its name at the end: others may be at the same build."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="building-", dir=folder.parent))
    sources = work / "sources"
    sources.mkdir()
    for name, data in files.items():
        (sources / name).write_bytes(data)
    # In plain English, so that warnings compare.
    environment = own_environment() | {"LC_ALL": "C"}
    run = subprocess.run(command, cwd=sources, capture_output=True, text=True, errors="replace", env=environment)
    (work / "log").write_text(run.stdout + run.stderr, encoding="utf-8")
    try:
        work.rename(folder)
    except OSError:
        # Another one was faster, with an equal result.
        shutil.rmtree(work)
