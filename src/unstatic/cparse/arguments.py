"""Compiler arguments: what of the build's arguments reaches the parser, and what is added."""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse.facts import Unit
from unstatic.cparse.inputs.headers import BUNDLED, resource_dir
from unstatic.cparse.library import Library

# Longest first: -isystem mustn't be taken for -I.
_FOLDERS = ("-isystem", "-iquote", "-idirafter", "-I")
_FILES = ("-include", "-imacros", "-ivfsoverlay")
# These stand before what is searched instead, see `capture.search_lists`.
_SWITCHES = ("-nostdlibinc", "-nostdinc++")
# Where the driver seems to be installed: from there it looks for GCC, and from GCC for the headers of C++ and those of
# other platforms (`/usr/x86_64-w64-mingw32/include`).
_FROM_USR = ("-ccc-install-dir", "/usr/bin")
_DEFINES = ("-D", "-U")
_TARGET = "--target="
_PARTS = ("MAJOR", "MINOR")

# Compilers of the day accept these, and the facts are the same: they aren't errors in the input.
_TOLERATED = (
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-type",
)

# What a wrong rewrite of pointers and prototypes would show as: told as warnings, so that before and after compare.
_WATCHED = (
    "-Wincompatible-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wint-conversion",
    "-Wno-error=int-conversion",
    "-Wnull-conversion",
    "-Wimplicit-function-declaration",
    "-Wno-error=implicit-function-declaration",
    "-Wunused-variable",
    "-Wunused-label",
    "-Wundefined-internal",
)


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Where headers and the parser library are; what isn't given is found."""

    python_include: tuple[Path, ...] = ()
    """Folders with Python.h; by default those of the running interpreter."""
    resource_dir: Path | None = None
    """Clang's own headers (`lib/clang/18`), instead of the bundled ones."""
    libclang: Path | None = None
    """A library file, instead of that of the `libclang` package."""
    extra_arguments: tuple[str, ...] = ()
    """Passed on as they are, after those of the unit."""
    precompiled: Path | None = None
    """The cache's folder, in which precompiled headers are kept; without it there are none."""
    remembers: bool = False
    """Whether parses are kept for who asks for the same: it takes time as well to keep them."""


def python_folders(options: ParseOptions) -> tuple[Path, ...]:
    """Return the folders in which Python.h is looked for."""
    if options.python_include:
        return options.python_include
    paths = sysconfig.get_paths()
    return tuple(dict.fromkeys(Path(paths[key]) for key in ("include", "platinclude")))


def defined(unit: Unit, root: Path) -> dict[str, str]:
    """Return the macros that the build's arguments define, and what they stand for."""
    given = list(_relevant(unit.arguments, root))
    pairs = (value.partition("=") for option, value in zip(given, given[1:], strict=False) if option == "-D")
    return {name: text if equal else "1" for name, equal, text in pairs}


def python_headers(unit: Unit, root: Path, options: ParseOptions) -> Path | None:
    """Return the folder of the Python.h that *unit* is read with; None if that can't be told."""
    return next(_header_folders(unit, root, options), None)


def header_version(unit: Unit, root: Path, options: ParseOptions) -> tuple[int, int] | None:
    """Return the Python whose headers *unit* is read with, major and minor; None if that can't be told."""
    for folder in _header_folders(unit, root, options):
        try:
            text = (folder / "patchlevel.h").read_text("latin-1")
        except OSError:
            continue
        found = [re.search(rf"^#\s*define\s+PY_{part}_VERSION\s+(\d+)", text, re.MULTILINE) for part in _PARTS]
        numbers = [int(match[1]) for match in found if match]
        if len(numbers) == len(_PARTS):
            return numbers[0], numbers[1]
    return None


def _header_folders(unit: Unit, root: Path, options: ParseOptions) -> Iterator[Path]:
    given = list(_relevant(unit.arguments, root))
    folders = [Path(value) for option, value in zip(given, given[1:], strict=False) if option in _FOLDERS]
    return (folder for folder in (*folders, *python_folders(options)) if (folder / "Python.h").is_file())


def arguments_for(unit: Unit, root: Path, options: ParseOptions, library: Library) -> list[str]:
    """Return the parser's arguments for *unit*; relative folders count from *root*."""
    kept = list(_relevant(unit.arguments, root))
    standard = "c++" if unit.language == "c++" else "c"
    # A -std of the other language, as in mixed extensions, would be an error.
    kept = [item for item in kept if not item.startswith("-std=") or ("++" in item) == (standard == "c++")]
    if not any(item.startswith("-std=") for item in [*kept, *options.extra_arguments]):
        kept.append("-std=gnu++17" if standard == "c++" else "-std=gnu17")
    resources = options.resource_dir or resource_dir(library)
    own = ("-resource-dir", str(resources)) if resources else ("-isystem", str(BUNDLED))
    python = [part for folder in python_folders(options) for part in ("-isystem", str(folder))]
    fixed = ["-x", standard, "-Wno-everything", "-ferror-limit=0", "-fno-spell-checking", *_TOLERATED, *_WATCHED]
    is_foreign = any(item.startswith(_TARGET) for item in kept)
    installed = _FROM_USR if is_foreign or (standard == "c++" and _lib_is_link()) else ()
    return [*fixed, *installed, *kept, *options.extra_arguments, *own, *python]


def _lib_is_link() -> bool:
    """Tell whether /lib leads to /usr/lib: an overlay of files takes `/lib/gcc/../../include` for /include."""
    return os.path.islink("/lib") and os.path.isdir(_FROM_USR[1])


def _relevant(arguments: Iterable[str], root: Path) -> Iterator[str]:
    """Yield what changes the meaning of the text: include folders, macros, the standard, forced includes."""
    remaining = iter(arguments)
    for argument in remaining:
        option = next((item for item in (*_FOLDERS, *_FILES, *_DEFINES) if argument.startswith(item)), None)
        if option is None:
            if argument.startswith(("-std=", "--std=")):
                yield argument.replace("--std=", "-std=", 1)
            elif argument in _SWITCHES or argument.startswith(_TARGET):
                yield argument
            continue
        value = argument[len(option) :] or next(remaining, "")
        # Assertions name what migrates as other code does, and some build of the project turns them on.
        if value and (option, value.partition("=")[0]) != ("-D", "NDEBUG"):
            yield option
            yield _placed(option, value, root)


def _placed(option: str, value: str, root: Path) -> str:
    if option in _FOLDERS:
        return str(root / value.removeprefix("="))
    if option in _FILES and (root / value).is_file():
        return str(root / value)
    return value
