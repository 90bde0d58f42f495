"""Values for macros that only a build file defines, where reading it doesn't show them: a text or zero will parse.

Which it is depends on how the sources spell the macro. No rewrite depends on the value, and conditions that ask for it
are as unknown as before (G132).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from unstatic.project.discovery import sources
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.missing import Found

# Other names are mostly those of types and functions.
_NAME = re.compile(r"_?[A-Z][A-Z0-9_]+", re.ASCII)
# Python code that has to do with compilers, or writes headers; other code has names of its own in quotes.
_BUILDING = re.compile(rb"define_macros|Extension\(|[\"' ]-D|-D[{%]|#\s*define\b")
_NAMED_SO = ("CMakeLists.txt", "configure.ac", "configure.in", "meson.build", "wscript", "SConstruct", "Makefile")
_ENDINGS = (".cmake", ".am", ".mk", ".h.in", ".h.cmake", ".h.meson", ".py")
# Texts that AC_INIT and AM_INIT_AUTOMAKE define, whatever stands in configure.ac ("Initializing configure").
_OF_AUTOCONF = frozenset(
    {
        "PACKAGE",
        "VERSION",
        *(f"PACKAGE_{part}" for part in ("NAME", "TARNAME", "VERSION", "STRING", "BUGREPORT", "URL")),
    }
)
_MAX_SIZE = 1_000_000
# `set(LINE_SIZE 64)`, `AC_DEFINE([LINE_SIZE], [64])`, `('LINE_SIZE', '64')`, `-DLINE_SIZE=64`.
_SETS = rb"\b(?:D)?%b\b[\]\"']*(?:\s*[,=]\s*|\s+)[\[\"']*([1-9][0-9]{0,8})\b"
_LITERAL = re.compile(rb'"(?:[^"\\\n]|\\.)*"')
_ZERO, _TEXT = "0", '""'


def find(names: Iterable[str], root: Path, texts: Sequence[bytes], known: Sequence[str]) -> tuple[Found, ...]:
    """Return values for those of *names* that are macros of a build file; *texts* are the sources that use them.

    *known* are the compiler's arguments so far: what they define stays, but for a zero that was a guess already.
    """
    return tuple(one for name in names if (one := _found(name, root, texts, known)) is not None)


def _found(name: str, root: Path, texts: Sequence[bytes], known: Sequence[str]) -> Found | None:
    if not _NAME.fullmatch(name) or name.startswith("PY_"):
        return None
    given = [argument for argument in known if re.match(rf"-[DU]{name}(?:=|$)", argument)]
    where = next((path for path, text in build_files(root) if _defines(path, text, name.encode())), None)
    is_implied = where is None and name in _OF_AUTOCONF
    is_text = is_implied or any(_is_text(name.encode(), text) for text in texts)
    value = _TEXT if is_text else _number(root, name.encode()) or _ZERO
    argument = f"-D{name}={value}"
    if any(one not in (f"-D{name}={_ZERO}", f"-U{name}") for one in given) or argument in given:
        return None
    if is_implied:
        where = next((path for path, _ in build_files(root) if path.stem == "configure"), None)
    if where is None:
        return None
    shown = where.relative_to(root)
    return Found(
        (argument,), f"the macro {name} has a value in {shown} that can't be read: {value} was taken, so that C parses"
    )


def _number(root: Path, name: bytes) -> str:
    """Return the number that a build file has for a macro on some platform: zero may be no size, and no alignment.

    Nothing where that is 0 or 1, which stands for no and yes.
    """
    setting = re.compile(_SETS % name)
    numbers = (found.group(1) for _, text in build_files(root) for found in setting.finditer(text))
    return next((one.decode() for one in numbers if int(one) > 1), "")


def _is_text(name: bytes, text: bytes) -> bool:
    """Tell whether the macro is spelled where C takes only a literal text: beside another one, or for an array."""
    if name not in text:
        return False
    # A text may hold the name of a macro: `"PAGE_SIZE", PAGE_SIZE` isn't a text beside another.
    emptied = _LITERAL.sub(b'""', text)
    before = rb'(?<!\bextern )(?:""|\[\s*\]\s*=)\s*' + name + rb"\b"
    return re.search(before + rb"|\b" + name + rb'\s*"', emptied) is not None


def _defines(path: Path, text: bytes, name: bytes) -> bool:
    if path.suffix == ".py":
        return re.search(rb"[\"']" + name + rb"[\"']|-D" + name + rb"\b", text) is not None
    return re.search(rb"\b(?:D)?" + name + rb"\b", text) is not None


@functools.lru_cache(maxsize=2)
def build_files(root: Path) -> tuple[tuple[Path, bytes], ...]:
    """Return the files of a project that may define macros for its sources, with their contents."""
    return tuple(_read(root))


def _read(root: Path) -> Iterator[tuple[Path, bytes]]:
    files = ProjectFiles(root)
    for path in sources.walk(root):
        if (path.name in _NAMED_SO or path.name.endswith(_ENDINGS)) and files.inside(path) is not None:
            text = sources.read_bytes(path)
            if len(text) <= _MAX_SIZE and (path.suffix != ".py" or _BUILDING.search(text)):
                yield path, text
