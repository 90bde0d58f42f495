"""A debug build of CPython beside its sources, and what its log says of the modules."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PureWindowsPath

from harness.stdlib.sources import run
from unstatic.project.discovery.driver import Compilation, effect_of, kind_of
from unstatic.project.discovery.linking import Links, collect
from unstatic.project.discovery.sources import defines_module, read_bytes

_CONFIGURE = ("-q", "--with-pydebug", "--with-ensurepip=no")
_LOG = "make.log"
# Debian's gcc-mingw-w64-x86-64. Without it, what only Windows compiles isn't read, and what that uses stays.
FOR_WINDOWS = "x86_64-w64-mingw32-gcc"
_COMPILED = re.compile(r'<ClCompile Include="([^"]+)"')
_OF_WINDOWS = ("PC", "Include", "Include/internal")


@dataclass(frozen=True, slots=True)
class Module:
    """One module: its name, its own source first, and whether it is linked into the interpreter."""

    name: str
    compilations: tuple[Compilation, ...]
    is_builtin: bool

    @property
    def source(self) -> Path:
        """The source that defines the module."""
        return self.compilations[0].source


def built(tree: Path, folder: Path, jobs: int) -> Path:
    """Return *folder* with an interpreter and its modules, built there from *tree* unless they are."""
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / "Makefile").is_file():
        # By a relative path, so that a copy of both folders builds the copy.
        configure = os.path.relpath(tree / "configure", folder)
        run(["nice", configure, *_CONFIGURE, "CFLAGS=-O1"], folder, folder / "configure.log")
    if not (folder / "built").is_file() or _is_older(folder / "built", tree / "prepared"):
        run(["nice", "make", "V=1", f"-j{jobs}"], folder, folder / _LOG)
        (folder / "built").touch()
    return folder


def _is_older(path: Path, other: Path) -> bool:
    return other.is_file() and path.stat().st_mtime < other.stat().st_mtime


def modules_of(tree: Path, folder: Path) -> tuple[Module, ...]:
    """Return the modules of `Modules/` that the build in *folder* compiled, by name."""
    links = _links(folder)
    found = {one.name: one for one in (*_builtin(links, tree), *_shared(links, tree))}
    return tuple(found[name] for name in sorted(found))


def _links(folder: Path) -> Links:
    """Return what the log of `make` says; make starts everything in the build's own folder."""
    commands = (_words(line) for line in (folder / _LOG).read_text(errors="replace").splitlines())
    return collect(effect_of(one[0], one[1:], folder) for one in commands if one and kind_of(one[0]))


def _words(line: str) -> list[str]:
    if " build/temp." in line:
        # What distutils starts, it prints without quotes.
        return line.split()
    try:
        return shlex.split(line)
    except ValueError:
        return []


def _shared(links: Links, tree: Path) -> Iterator[Module]:
    for linking in links.libraries():
        yield from _module(links.compilations(linking), tree, linking.output.name.partition(".")[0], is_builtin=False)


def _builtin(links: Links, tree: Path) -> Iterator[Module]:
    """Yield the modules of the interpreter itself: sources in one folder below `Modules/` belong together."""
    shared = {one.object for linking in links.libraries() for one in links.compilations(linking)}
    groups: dict[Path, list[Compilation]] = {}
    for compilation in links.objects.values():
        if compilation.object not in shared and "-DPy_BUILD_CORE_BUILTIN" in compilation.arguments:
            source = compilation.source
            alone = source.parent == tree / "Modules"
            groups.setdefault(source if alone else source.parent, []).append(compilation)
    for key, group in groups.items():
        whole = (*group, *_for_windows(tree, group))
        yield from _module(whole, tree, key.stem.removesuffix("module"), is_builtin=True)


def _for_windows(tree: Path, group: Sequence[Compilation]) -> list[Compilation]:
    """Return the sources beside those of *group*, in a folder of their own, that only Windows compiles."""
    known = {one.source for one in group}
    folder = group[0].source.parent
    project = tree / "PCbuild" / "pythoncore.vcxproj"
    if folder == tree / "Modules" or not project.is_file() or shutil.which(FOR_WINDOWS) is None:
        return []
    named = (PureWindowsPath(name) for name in _COMPILED.findall(project.read_text(encoding="utf-8")))
    paths = (Path(os.path.normpath(project.parent.joinpath(*name.parts))) for name in named)
    arguments = ("-c", "-Wall", "-DPy_BUILD_CORE_BUILTIN", *(f"-I{tree / one}" for one in _OF_WINDOWS))
    return [
        Compilation(one, group[0].folder / f"{one.stem}.obj", arguments, group[0].folder, False, FOR_WINDOWS)
        for one in paths
        if one.parent == folder and one not in known
    ]


def _module(compilations: tuple[Compilation, ...], tree: Path, name: str, *, is_builtin: bool) -> Iterator[Module]:
    own = [one for one in compilations if one.source.is_relative_to(tree / "Modules")]
    defining = [one for one in own if defines_module(read_bytes(one.source))]
    if defining:
        rest = (one for one in own if one is not defining[0])
        yield Module(name, (defining[0], *rest), is_builtin)


def write_database(module: Module, folder: Path) -> Path:
    """Write a compilation database of one module into *folder*, with what links it, and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    entries = [_entry(one) for one in module.compilations]
    path = folder / "compile_commands.json"
    path.write_text(json.dumps(entries, indent=1), encoding="utf-8")
    objects = " ".join(entry["output"] for entry in entries)
    (folder / "build.ninja").write_text(f"build {module.name}.so: LINK {objects}\n", encoding="utf-8")
    return path


def _entry(compilation: Compilation) -> Mapping[str, str]:
    command = shlex.join((compilation.program, *compilation.arguments))
    return {
        "directory": str(compilation.folder),
        "file": str(compilation.source),
        "output": str(compilation.object),
        "command": command,
    }
