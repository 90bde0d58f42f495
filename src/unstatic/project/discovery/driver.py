"""What one command of a compiler, an archiver or a linker does: which source it compiles, what it puts together."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from unstatic.project.discovery.declared import is_forced_to_cpp, is_source
from unstatic.project.discovery.setup_py.values import words

_NAMES = r"(?:cc|c\+\+|gcc|g\+\+|clang|clang\+\+|icc|icpc|icx|icpx|tcc)(?:-\d+(?:\.\d+)*)?"
_COMPILER = re.compile(rf"(?:.*[-_])?{_NAMES}")
# `x86_64-w64-mingw32-gcc`: the processor, the vendor and the system that it compiles for.
_CROSS_COMPILER = re.compile(rf"(\w+-(?:\w+-)*(?:mingw32|darwin|freebsd|linux)[\w.-]*)-{_NAMES}")
_ARCHIVER = re.compile(r"(?:.*-)?ar(?:-\d+(?:\.\d+)*)?")
_LINKER = re.compile(r"(?:.*-)?(?:ld|ld\.(?:bfd|gold|lld|mold)|lld|mold)(?:-\d+(?:\.\d+)*)?")

# Options of GCC, Clang and ld whose value is the next argument.
_WITH_VALUE = words(
    "-o -x -I -D -U -isystem -iquote -idirafter -iprefix -iwithprefix -iwithprefixbefore -isysroot -imacros -include"
    " -L -l -T -u -z -e -h -G -B -F -A -m -MF -MT -MQ -MJ -Xlinker -Xassembler -Xpreprocessor -Xclang -mllvm -aux-info"
    " --param -arch -target -framework -install_name -compatibility_version -current_version -undefined -bundle_loader"
    " -exported_symbols_list -soname -rpath -wrapper -dumpbase -specs -wrap --sysroot --plugin -plugin -plugin-opt"
    " -dynamic-linker -rpath-link --version-script"
)
_NO_OBJECTS = frozenset({"-E", "-S", "-M", "-MM", "-fsyntax-only", "--version", "-dumpversion", "-dumpmachine", "-###"})
_OF_SHARED = frozenset({"-shared", "-bundle", "-dynamiclib", "-Bshareable", "--shared", "-dylib"})


@dataclass(frozen=True, slots=True)
class Compilation:
    """One source and the object that is made of it; paths are absolute, *arguments* are as they were given."""

    source: Path
    object: Path
    arguments: tuple[str, ...]
    folder: Path
    is_cpp: bool
    program: str = ""
    """The compiler, as far as it's known."""


@dataclass(frozen=True, slots=True)
class Linking:
    """What is put together to make *output*: a library, an archive, or a larger object."""

    output: Path
    inputs: tuple[Path, ...]
    is_shared: bool
    arguments: tuple[str, ...]
    folder: Path


@dataclass(frozen=True, slots=True)
class Effect:
    """All that one command does."""

    compilations: tuple[Compilation, ...] = ()
    linking: Linking | None = None


def kind_of(program: str) -> str:
    """Return what a program is, by its name: `compiler`, `archiver`, `linker`, or ""."""
    name = os.path.basename(program).removesuffix(".exe")
    for pattern, kind in ((_COMPILER, "compiler"), (_ARCHIVER, "archiver"), (_LINKER, "linker")):
        if pattern.fullmatch(name):
            return kind
    return ""


def target_arguments(program: str) -> tuple[str, ...]:
    """Return what tells the parser for which system a compiler works, if its name says that it's another than this."""
    named = _CROSS_COMPILER.fullmatch(PureWindowsPath(program).name.removesuffix(".exe"))
    return () if named is None or platform.system().lower() in named[1] else (f"--target={named[1]}",)


def effect_of(program: str, arguments: Sequence[str], folder: Path) -> Effect:
    """Return what a command does that was started in *folder*; nothing if the program isn't known."""
    kind = kind_of(program)
    if kind == "archiver":
        return _archived(arguments, folder)
    if kind == "linker":
        return Effect((), _linked(arguments, _operands(arguments, folder), folder))
    return _compiled(program, arguments, folder) if kind else Effect()


def _archived(arguments: Sequence[str], folder: Path) -> Effect:
    plain = [one for one in arguments if not one.startswith("--")]
    operation, *names = plain or [""]
    if not names or not {"r", "q"} & set(operation.removeprefix("-")):
        return Effect()
    # With `a`, `b` or `i`, a member's name stands before the archive's.
    at = 1 if {"a", "b", "i"} & set(operation.removeprefix("-")) else 0
    paths = [_absolute(one, folder) for one in names[at:]]
    return Effect((), Linking(paths[0], tuple(paths[1:]), False, (), folder)) if paths else Effect()


def _compiled(program: str, arguments: Sequence[str], folder: Path) -> Effect:
    if not _NO_OBJECTS.isdisjoint(arguments):
        return Effect()
    operands = list(_operands(arguments, folder))
    only_objects = "-c" in arguments
    output = _output(arguments, folder)
    is_cpp = "++" in os.path.basename(program) or is_forced_to_cpp(arguments)
    compilations = []
    objects: dict[Path, Path] = {}
    for path in operands:
        if is_source(path):
            named = output if only_objects and output else folder / f"{path.stem}.o"
            # Objects of a command that links at once are nameless.
            objects[path] = named if only_objects else Path(f"{output or folder / 'a.out'}:{path}")
            compilations.append(Compilation(path, objects[path], tuple(arguments), folder, is_cpp, program))
    if only_objects:
        return Effect(tuple(compilations))
    linking = _linked(arguments, [objects.get(path, path) for path in operands], folder)
    return Effect(tuple(compilations), linking)


def _linked(arguments: Sequence[str], inputs: Iterator[Path] | list[Path], folder: Path) -> Linking | None:
    output = _output(arguments, folder)
    listed = tuple(inputs)
    if output is None or not listed:
        return None
    is_shared = not _OF_SHARED.isdisjoint(arguments) or "-Wl,-shared" in arguments
    return Linking(output, listed, is_shared, tuple(arguments), folder)


def _operands(arguments: Sequence[str], folder: Path) -> Iterator[Path]:
    """Yield the files that a command is given: sources, objects and libraries, but not as the value of an option."""
    left = iter(arguments)
    for argument in left:
        if argument in _WITH_VALUE:
            next(left, None)
        elif argument.startswith("-Wl,"):
            parts = argument.split(",")[1:]
            yield from (_absolute(one, folder) for one in parts if one.endswith((".a", ".o")) and one[:1] != "-")
        elif not argument.startswith(("-", "@")) and argument:
            yield _absolute(argument, folder)


def _output(arguments: Sequence[str], folder: Path) -> Path | None:
    left = iter(arguments)
    for argument in left:
        if argument == "-o":
            return _absolute(next(left, ""), folder)
        if argument in _WITH_VALUE:
            next(left, None)
        elif argument.startswith("-o") and not argument.startswith("-object"):
            return _absolute(argument[2:], folder)
    return None


def _absolute(path: str, folder: Path) -> Path:
    return Path(os.path.normpath(folder / path))
