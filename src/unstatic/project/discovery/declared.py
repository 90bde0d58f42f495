"""What a build file says about one extension module, in the form that all readers share."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

C_SUFFIXES = frozenset({".c"})
CPP_SUFFIXES = frozenset({".cpp", ".cc", ".cxx", ".c++", ".C"})
HEADER_SUFFIXES = frozenset({".h", ".hh", ".hpp", ".hxx", ".inc", ".inl"})


@dataclass(frozen=True, slots=True)
class Declared:
    """One extension module: absolute paths of the sources, compiler arguments without the file, what was guessed."""

    name: str | None
    sources: tuple[Path, ...]
    arguments: tuple[str, ...] = ()
    is_cpp: bool = False
    """Every source is C++, whatever its suffix."""
    notes: tuple[str, ...] = ()
    refusal: str | None = None
    """Why the extension can't be migrated at all (written in Cython, say), or None."""
    is_guess: bool = False
    """No build file declares it, so the name may lack its package."""
    by_source: tuple[tuple[Path, tuple[str, ...]], ...] = ()
    """Arguments of single sources, which replace the shared ones."""

    libraries: tuple[str, ...] = ()
    """Names of the libraries that it links."""
    absent: tuple[str, ...] = ()
    """Names of the sources that are listed, and don't exist."""
    lacks_sources: bool = False
    """The list of sources couldn't be read."""
    certain: Declared | None = None
    """The extension without what only conditions add that can't be known, if that is another."""
    may_lack_folders: bool = False
    """The build may add include directories that reading doesn't show."""

    def own_arguments(self, source: Path) -> tuple[str, ...]:
        """Return the compiler arguments of one source."""
        return dict(self.by_source).get(source, self.arguments)


def is_forced_to_cpp(arguments: Sequence[str]) -> bool:
    """Tell whether compiler arguments turn C sources into C++; `language="c++"` doesn't, it's for the linker."""
    return "-xc++" in arguments or "-x c++" in " ".join(arguments)


def is_source(path: Path) -> bool:
    """Tell whether the suffix is one of C or C++ source files."""
    return path.suffix in C_SUFFIXES | CPP_SUFFIXES


_OF_HEADERS = ("-isystem", "-iquote", "-idirafter")
_WITH_FOLDER = ("-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-I")
_WITH_TEXT = ("-D", "-U")


def header_folders(arguments: Sequence[str]) -> tuple[Path, ...]:
    """Return the folders in which compiler arguments look for headers, in the form that `kept_arguments` gives."""
    pairs = itertools.pairwise((*arguments, ""))
    named = (one[2:] if one.startswith("-I") else two if one in _OF_HEADERS else "" for one, two in pairs)
    return tuple(Path(folder) for folder in named if folder)


def kept_arguments(arguments: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Return the arguments that change what a source means, with paths made absolute from *folder*."""
    kept: list[str] = []
    left = iter(_for_compiler(arguments))
    for argument in left:
        option = next((one for one in (*_WITH_FOLDER, *_WITH_TEXT) if argument.startswith(one)), None)
        if option is not None:
            value = argument[len(option) :] or next(left, "")
            kept += _joined(option, value, folder)
        elif argument.startswith(("-std=", "--target=")):
            kept.append(argument)
        elif argument == "-target":
            kept.append(f"--target={next(left, '')}")
    return tuple(kept)


def limited_api_macro(version: str) -> str:
    """Return the macro for the limited API of a Python such as `3.11`, as build files name it."""
    major, _, minor = version.partition(".")
    known = major.isdecimal() and minor.isdecimal() and len(minor) < 3
    return f"Py_LIMITED_API=0x{int(major):02X}{int(minor):02X}0000" if known else "Py_LIMITED_API"


def _for_compiler(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the arguments, those for the preprocessor without their wrapping."""
    for argument in arguments:
        yield from argument.split(",")[1:] if argument.startswith("-Wp,") else [argument]


def _joined(option: str, value: str, folder: Path) -> list[str]:
    if not value:
        return []
    if option in _WITH_TEXT:
        return [option + value]
    # `-include` names a file that's first looked for in the folder, then on the include path.
    absolute = folder / value
    path = value if option in ("-include", "-imacros") and not absolute.exists() else str(absolute)
    return [f"-I{path}"] if option == "-I" else [option, path]
