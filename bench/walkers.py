"""Both walkers on broken C: `python -m bench.walkers --inputs 10000` breaks sources at random and compares the facts.

A crash of the compiled walker ends the process; with --library a build under sanitizers serves.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse import ParsedUnit, ParseOptions, parse
from unstatic.cparse.native import library
from unstatic.cparse.native.library import Native
from unstatic.errors import ParseError
from unstatic.system import compiled

_ROOT = Path(__file__).parents[1]
_PIECES = (
    *(b"{", b"}", b"(", b")", b";", b",", b"=", b"#if 0\n", b"#else\n", b"#endif\n", b"\\\n", b"/*", b"*/", b'"', b"'"),
    *(
        b"\xc3\xa4",
        b"\xff",
        b"static ",
        b"struct ",
        b"typedef ",
        b"#define X(a) a##a a\n",
        b"X(",
        b"#include __FILE__\n",
    ),
    *(
        b".x = ",
        b"[0] = ",
        b"__VA_ARGS__",
        b"_Generic(0, int: 0)",
        b"template<class T> ",
        b"operator()",
        b"[&]{}",
        b"0x",
    ),
)


@dataclass(frozen=True, slots=True)
class Source:
    """A file to parse."""

    path: Path
    language: str
    arguments: tuple[str, ...] = ()


def broken(text: bytes, chance: random.Random) -> bytes:
    """Return *text* with a few pieces taken out, doubled, moved or put in."""
    for _ in range(chance.randint(1, 6)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + int(chance.expovariate(1 / 20)))
        piece = chance.choice(
            (b"", text[start:end] * 2, chance.choice(_PIECES), text[end:start] + chance.choice(_PIECES))
        )
        at = chance.choice((start, chance.randint(0, len(text))))
        text = text[:start] + text[end:] if not piece else text[:at] + piece + text[at:]
    return text


def facts(source: Source, text: bytes, headers: Path, native: Native | None) -> ParsedUnit | str:
    """Return what one walker finds in *text*, or what the parser says of it."""
    library.available = lambda: native
    try:
        return parse(source, source.path.parent, ParseOptions(precompiled=headers), {source.path: text})
    except ParseError as error:
        return str(error)


def sources() -> list[Path]:
    """Return the files that are broken: the cases of the rewrites and our small extensions."""
    return sorted([*_ROOT.glob("rewrites/*/cases/*/before.c*"), *_ROOT.glob("corpus/extensions/*/*.c*")])


def main(arguments: Sequence[str] | None = None) -> int:
    """Break and compare; return 1 if the walkers once differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--library", type=Path, default=compiled.walker())
    given = parser.parse_args(arguments)
    if given.library is None:
        print("the walker isn't compiled", file=sys.stderr)
        return 2
    native, chance, found = Native(given.library), random.Random(given.seed), sources()
    parsed = different = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.inputs):
            path = chance.choice(found)
            text = broken(path.read_bytes(), chance)
            source = Source(path, "c++" if path.suffix == ".cpp" or chance.random() < 0.1 else "c")
            slow, fast = (facts(source, text, Path(folder), one) for one in (None, native))
            parsed += isinstance(fast, ParsedUnit)
            if slow != fast:
                different += 1
                Path(f"different-{given.seed}-{number}{path.suffix}").write_bytes(text)
                print(f"input {number}, made of {path}: the walkers differ", file=sys.stderr)
    print(f"{given.inputs} inputs, {parsed} of them parsed, {different} different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
