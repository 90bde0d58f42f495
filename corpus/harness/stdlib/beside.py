"""Our conversion of a module of CPython beside the one that a newer CPython has: sizes, and the flags of each type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.text.diff import statistics, unified

_SPEC = re.compile(r"\bPyType_Spec\s+(\w+)\s*=\s*\{(.*?)\};", re.DOTALL)
_NAME = re.compile(r'"(?:\w+\.)*(\w+)"')
_FLAG = re.compile(r"\bPy_TPFLAGS_(\w+)")
# What is compiled from elsewhere, or made by a generator.
_LEFT_OUT = ("clinic", "libffi_osx", "libmpdec")

Flags = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Beside:
    """One module: lines added and removed by each side, and the flags of the types that both make from specs."""

    module: str
    theirs: tuple[int, int]
    ours: tuple[int, int]
    their_flags: Flags
    our_flags: Flags

    @property
    def differing(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield each type of both whose flags differ, with those that only we and that only they give it."""
        for name in sorted(self.their_flags.keys() & self.our_flags.keys()):
            ours, theirs = self.our_flags[name], self.their_flags[name]
            if ours != theirs:
                yield name, sorted(ours - theirs), sorted(theirs - ours)


def beside(module: str, sources: Iterable[str], old: Path, ours: Path, theirs: Path) -> Beside:
    """Compare what became of *sources*, files or folders of `Modules/`, in two trees that come from *old*."""
    listed = [Path("Modules", name) for name in sources]
    return Beside(
        module, _changed(listed, old, theirs), _changed(listed, old, ours), _flags(listed, theirs), _flags(listed, ours)
    )


def table(rows: Iterable[Beside]) -> Iterator[str]:
    """Yield the lines of a table, and of a list of the types whose flags differ."""
    listed = list(rows)
    yield "| module | types of both | 3.13: added, removed | ours: added, removed | flags differ |"
    yield "|---|---|---|---|---|"
    for one in listed:
        both = len(one.their_flags.keys() & one.our_flags.keys())
        sizes = " | ".join(f"{added:,}, {removed:,}" for added, removed in (one.theirs, one.ours))
        yield f"| {one.module} | {both} | {sizes} | {len(list(one.differing))} |"
    yield ""
    for one in listed:
        for name, ours, theirs in one.differing:
            said = [f"{who} {', '.join(flags)}" for who, flags in (("ours", ours), ("theirs", theirs)) if flags]
            yield f"- `{one.module}.{name}`: only {'; only '.join(said)}"


def _files(path: Path, tree: Path) -> list[Path]:
    """Return the sources at *path*, relative to *tree*."""
    whole = tree / path
    found = sorted(whole.rglob("*.[ch]")) if whole.is_dir() else [whole]
    return [one.relative_to(tree) for one in found if not set(_LEFT_OUT).intersection(one.parts) and one.is_file()]


def _changed(paths: Sequence[Path], old: Path, new: Path) -> tuple[int, int]:
    """Return how many lines were added and removed."""
    before, after = (
        {name: (tree / name).read_bytes() for path in paths for name in _files(path, tree)} for tree in (old, new)
    )
    size = statistics(unified(before, after))
    return size.lines_added, size.lines_removed


def _flags(paths: Iterable[Path], tree: Path) -> Flags:
    """Return the flags of each spec by the name of its type, those of the default left out."""
    found = {}
    for name in (name for path in paths for name in _files(path, tree)):
        for variable, body in _SPEC.findall((tree / name).read_text(errors="replace")):
            named = _NAME.search(body)
            found[named[1] if named else variable] = frozenset(_FLAG.findall(body)) - {"DEFAULT"}
    return found
