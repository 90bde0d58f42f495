"""Stand-ins for compilers, archivers and linkers: each writes down how it was called, then runs the real one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from unstatic.project.discovery.driver import Effect, effect_of, kind_of

VARIABLES = ("CC", "CXX", "LDSHARED", "LDCXXSHARED", "AR", "LD")
"""Variables of the environment that name a compiler, a linker or an archiver, with arguments."""

_MARK = b"unstatic-record"

# One file per process, appended to: numbers of processes come again. Response files are gone when the build is over,
# so they're copied. The real program gets a PATH without the stand-ins, or it would be recorded twice.
_SCRIPT = """#!/bin/sh
{{
    printf '%s\\0' {mark} {real} "$PWD" "$#" "$@"
    for argument in "$@"; do
        case $argument in
        @*) [ -f "${{argument#@}}" ] && printf '%s\\0' response "$argument" "$(cat "${{argument#@}}")" ;;
        esac
    done
}} >>{records}/$$
folder={folder}
case ":$PATH:" in
*:"$folder":*)
    PATH=":$PATH:"
    PATH="${{PATH%%:"$folder":*}}:${{PATH#*:"$folder":}}"
    PATH="${{PATH#:}}"
    PATH="${{PATH%:}}"
    export PATH
    ;;
esac
exec {real} "$@"
"""


@dataclass(frozen=True, slots=True)
class Wrappers:
    """A folder of stand-ins to put first on PATH, and the folder that they write to."""

    folder: Path
    records: Path

    def environment(self, env: Mapping[str, str], defaults: Mapping[str, str]) -> dict[str, str]:
        """Return *env* with the stand-ins in it; *defaults* are Python's own values of VARIABLES.

        A program that is named by its absolute path is found there despite PATH, so its variable names a stand-in.
        """
        changed = dict(env)
        for variable in VARIABLES:
            words = _split(env.get(variable) or defaults.get(variable, ""))
            if words and os.path.isabs(words[0]):
                changed[variable] = shlex.join([str(self._stand_in(Path(words[0]), variable)), *words[1:]])
        changed["PATH"] = f"{self.folder}{os.pathsep}{env.get('PATH', os.defpath)}"
        return changed

    def fill(self, path: str) -> None:
        """Make a stand-in for every compiler, archiver and linker on *path*; of those with one name, for the first."""
        self.folder.mkdir()
        self.records.mkdir()
        for folder in path.split(os.pathsep):
            for program in _programs(Path(folder or ".")):
                if not (self.folder / program.name).exists():
                    self._write(self.folder / program.name, program)

    def _stand_in(self, program: Path, variable: str) -> Path:
        script = self.folder / "absolute" / variable / program.name
        script.parent.mkdir(parents=True, exist_ok=True)
        self._write(script, program)
        return script

    def _write(self, script: Path, program: Path) -> None:
        text = _SCRIPT.format(
            mark=_MARK.decode(),
            records=shlex.quote(str(self.records)),
            folder=shlex.quote(str(self.folder)),
            real=shlex.quote(str(program)),
        )
        script.write_text(text, encoding="utf-8", errors="surrogateescape")
        script.chmod(0o755)

    def effects(self) -> Iterator[Effect]:
        """Yield what the recorded commands did, in the order in which they were started."""
        for path in sorted(self.records.iterdir(), key=lambda one: one.stat().st_mtime_ns):
            yield from _effects(path.read_bytes())


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return []


def _programs(folder: Path) -> list[Path]:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    found = [folder.absolute() / name for name in names if kind_of(name)]
    return [one for one in found if one.is_file() and os.access(one, os.X_OK)]


def _effects(data: bytes) -> Iterator[Effect]:
    fields = iter(data.split(b"\0")[:-1])
    held: tuple[str, Path, list[str]] | None = None
    responses: dict[str, str] = {}
    for field in fields:
        if field == _MARK:
            if held is not None:
                yield effect_of(held[0], _expanded(held[2], responses), held[1])
            name, folder, count = (os.fsdecode(next(fields, b"0")) for _ in range(3))
            held, responses = (name, Path(folder), [os.fsdecode(next(fields, b"")) for _ in range(int(count))]), {}
        elif field == b"response":
            argument = os.fsdecode(next(fields, b""))
            responses[argument] = os.fsdecode(next(fields, b""))
    if held is not None:
        yield effect_of(held[0], _expanded(held[2], responses), held[1])


def _expanded(arguments: list[str], responses: Mapping[str, str]) -> list[str]:
    """Return the arguments with the contents of response files in their place."""
    found: list[str] = []
    for argument in arguments:
        found += _split(responses[argument]) if argument in responses else [argument]
    return found
