"""Reads the `.pc` files by which libraries say where their headers are; nothing is run (pc(5))."""

from __future__ import annotations

import functools
import os
import re
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_VARIABLE = re.compile(r"^[ \t]*([A-Za-z_][\w.]*)[ \t]*=[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_FLAGS = re.compile(r"^[ \t]*(?:Cflags|CFlags)(?:\.private)?[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE)
_USE = re.compile(r"\$\{([\w.]+)\}")
_FOLDER = re.compile(r"(?:^|\s)-(?:I|isystem)\s*(?:\"([^\"]+)\"|((?:\\.|\S)+))")
_MAX_FILES = 5_000
_MAX_SIZE = 100_000
_MAX_LENGTH = 4_000
_MAX_NESTING = 10


@dataclass(frozen=True, slots=True)
class HeaderFolder:
    """A folder of headers, and the name of a library whose `.pc` file says so."""

    path: Path
    library: str


def folders() -> tuple[HeaderFolder, ...]:
    """Return the folders of headers that the installed `.pc` files name, but for Python's own."""
    return _folders(tuple(_search_path()))


@functools.lru_cache(maxsize=2)
def _folders(places: tuple[str, ...]) -> tuple[HeaderFolder, ...]:
    found: dict[Path, str] = {}
    for path in list(_files(places))[:_MAX_FILES]:
        library = path.name.removesuffix(".pc")
        for folder in _named_in(path):
            # The library that others build on has the shortest name: sdl2, SDL2_image.
            held = found.get(folder, library)
            found[folder] = min(held, library, key=lambda name: (len(name), name))
    return tuple(HeaderFolder(folder, library) for folder, library in found.items())


def _search_path() -> Iterator[str]:
    """Yield where pkg-config looks: what your environment says, else the usual places."""
    yield from filter(None, os.environ.get("PKG_CONFIG_PATH", "").split(os.pathsep))
    if "PKG_CONFIG_LIBDIR" in os.environ:
        yield from filter(None, os.environ["PKG_CONFIG_LIBDIR"].split(os.pathsep))
        return
    triplet = sysconfig.get_config_var("MULTIARCH")
    for base in ("/usr/local", "/usr", "/opt/homebrew"):
        for part in ("lib", *([f"lib/{triplet}"] if triplet else []), "lib64", "share"):
            yield f"{base}/{part}/pkgconfig"


def _files(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        try:
            names = sorted(os.listdir(place))
        except OSError:
            continue
        # A missing header of Python's is one of another version: that of the system's Python won't do.
        yield from (Path(place, name) for name in names if name.endswith(".pc") and not name.startswith("python"))


def _named_in(path: Path) -> Iterator[Path]:
    """Yield the folders that the flags of one file name."""
    try:
        if not path.is_file() or path.stat().st_size > _MAX_SIZE:
            return
        text = path.read_text("utf-8", "replace")
    except OSError:
        return
    variables = {"pcfiledir": str(path.parent), **dict(_VARIABLE.findall(text))}
    for flags in _FLAGS.findall(text):
        for quoted, plain in _FOLDER.findall(_replaced(flags, variables)):
            folder = Path(os.path.normpath(quoted or plain.replace("\\", "")))
            if folder.is_absolute():
                yield folder


def _replaced(text: str, variables: dict[str, str]) -> str:
    """Return the text with the values of variables, as far as they aren't too many or too long."""
    for _ in range(_MAX_NESTING):
        if "${" not in text or len(text) > _MAX_LENGTH:
            break
        text = _USE.sub(lambda use: variables.get(use[1], "")[:_MAX_LENGTH], text)
    return text[:_MAX_LENGTH]
