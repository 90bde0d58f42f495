"""Reads Python modules out of CMakeLists.txt files.

Only what is written down is understood: `set()` variables, and the commands that make a Python module or give it
include directories and macros. Of conditions those that ask for the system are evaluated; else every branch is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from unstatic.project.discovery.declared import Declared, is_source, limited_api_macro
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.formats import pkgconfig
from unstatic.project.discovery.formats.cmake_conditions import Conditions
from unstatic.project.discovery.libraries import MAY_BE_MISSING, distinct, from_arguments

_COMMAND = re.compile(r"\b([A-Za-z_]\w*+)\s*+\(")
_PART = re.compile(r'\\.|"(?:\\.|[^"\\])*"|[()]', re.DOTALL)
# `NAME="text"` is one argument, with its quotes.
_ARGUMENT = re.compile(r'"((?:\\.|[^"\\])*)"|((?:[^\s;"]|(?<==)"(?:\\.|[^"\\])*")+)')
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_MODULES = frozenset({"python_add_library", "python3_add_library", "add_cython_target", "python_add_module"})
_MODULES |= {"pybind11_add_module", "nanobind_add_module"}
_KEYWORDS = frozenset({"MODULE", "SHARED", "STATIC", "WITH_SOABI", "PRIVATE", "PUBLIC", "INTERFACE"})
_KEYWORDS |= {"THIN_LTO", "OPT_SIZE", "SYSTEM", "NO_EXTRAS", "EXCLUDE_FROM_ALL", "STABLE_ABI", "FREE_THREADED", "LTO"}
_KEYWORDS |= {
    "NB_STATIC",
    "NB_SHARED",
    "NB_SUPPRESS_WARNINGS",
    "NOMINSIZE",
    "NOSTRIP",
    "PROTECT_STACK",
    "MUSL_DYNAMIC_LIBCPP",
}
_SABI = "USE_SABI"
_LINKING = frozenset({"target_link_libraries", "link_libraries", "find_library"})
_LINK_KEYWORDS = frozenset({"LINK_PUBLIC", "LINK_PRIVATE", "LINK_INTERFACE_LIBRARIES", "debug", "optimized", "general"})
_IS_PYTHON = re.compile(r"(?:\$\{)?python[23]?(?:::|_?librar)", re.IGNORECASE)
_MAX_FILES = 200
_MAX_ITEMS = 1_000
_MAX_OPEN = 20
"""How many commands without an end may be passed over, each of which takes a look at the rest of the file."""


@dataclass(slots=True)
class _Project:
    files: ProjectFiles
    variables: dict[str, list[str]] = field(default_factory=dict)
    modules: dict[str, list[Path]] = field(default_factory=dict)
    folders: dict[str, list[Path]] = field(default_factory=dict)
    macros: dict[str, list[str]] = field(default_factory=dict)
    linked: dict[str, list[str]] = field(default_factory=dict)
    entered: set[Path] = field(default_factory=set)

    def enter(self, folder: Path) -> None:
        """Read the CMakeLists.txt of one folder, once."""
        text = self.files.text(folder / "CMakeLists.txt")
        if text is None or folder in self.entered or len(self.entered) >= _MAX_FILES:
            return
        self.entered.add(folder)
        conditions = Conditions()
        for name, arguments in _commands(_without_comments(text)):
            if not conditions.takes(name, arguments) and not conditions.skip:
                self._run(folder, name, self._arguments(folder, arguments))

    def _arguments(self, folder: Path, text: str) -> list[str]:
        known = {"CMAKE_CURRENT_SOURCE_DIR": [str(folder)], "CMAKE_SOURCE_DIR": [str(self.files.root)]}
        known["PROJECT_SOURCE_DIR"] = known["CMAKE_SOURCE_DIR"]

        def value(match: re.Match[str]) -> list[str]:
            name = match.group(1)
            return known.get(name) or self.variables.get(name) or [match.group()]

        found: list[str] = []
        for quoted, plain in _ARGUMENT.findall(text):
            whole = _VARIABLE.fullmatch(plain)
            # A list becomes several arguments only when it stands alone.
            found += value(whole) if whole else [_VARIABLE.sub(lambda match: ";".join(value(match)), quoted or plain)]
        return [one[:_MAX_ITEMS] for one in found[:_MAX_ITEMS]]

    def _run(self, folder: Path, name: str, arguments: list[str]) -> None:
        if not arguments:
            return
        first, rest = arguments[0], [one for one in arguments[1:] if one not in _KEYWORDS]
        paths = [self.files.absolute(folder / one) for one in rest]
        if name == "set":
            self.variables[first] = rest[:_MAX_ITEMS]
        elif name == "add_subdirectory":
            self.enter(self.files.absolute(folder / first))
        elif name in _MODULES or (name == "add_library" and "MODULE" in arguments):
            self._declare(folder, first, arguments[1:])
        elif name == "include_directories":
            self.folders.setdefault("", []).extend([self.files.absolute(folder / first), *paths])
        elif name in ("pkg_check_modules", "pkg_search_module"):
            self._ask(rest)
        elif name in _LINKING:
            self._link(name, first, rest)
        else:
            self._extend(name, first, rest, paths)

    def _declare(self, folder: Path, name: str, given: list[str]) -> None:
        """Take the sources of a module, and the version of the limited API that it is built for."""
        at = given.index(_SABI) if _SABI in given else len(given)
        self.macros.setdefault(name, []).extend(map(limited_api_macro, given[at + 1 : at + 2]))
        sources = [one for one in given[:at] + given[at + 2 :] if one not in _KEYWORDS]
        self.modules[name] = [self.files.absolute(folder / one) for one in sources]

    def _ask(self, names: list[str]) -> None:
        """Add the include directories of packages that pkg-config is asked about."""
        found = [needs for one in names if (needs := pkgconfig.needs(re.split("[<>=]", one)[0]))]
        folders = [argument[2:] for one in found for argument in one.arguments if argument.startswith("-I")]
        self.folders.setdefault("", []).extend(Path(one) for one in folders)

    def _extend(self, name: str, first: str, rest: list[str], paths: list[Path]) -> None:
        """Add to what is known of the target *first*."""
        if name == "target_compile_definitions":
            self.macros.setdefault(first, []).extend(rest)
        else:
            held = {"target_sources": self.modules, "target_include_directories": self.folders}.get(name)
            if held is self.folders or (held is not None and first in held):
                held.setdefault(first, []).extend(paths)

    def _link(self, name: str, first: str, rest: list[str]) -> None:
        if name == "target_link_libraries":
            self.linked.setdefault(first, []).extend(rest)
        elif name == "link_libraries":
            self.linked.setdefault("", []).extend([first, *rest])
        else:
            self.variables[first] = [one for one in rest if one != "NAMES"][:1]

    def declared(self, name: str) -> Declared:
        """Return what is known of one module."""
        paths = self.modules[name]
        units = tuple(one for one in paths if is_source(one) and one.is_file())
        folders = [*self.folders.get("", []), *self.folders.get(name, [])]
        macros = [one.removeprefix("-D") for one in self.macros.get(name, []) if "$" not in one]
        arguments = (*(f"-D{one}" for one in macros), *(f"-I{one}" for one in folders if one.is_dir()))
        absent = tuple(one.name for one in paths if not one.exists())
        missing = tuple(f"source {name} doesn't exist: the build may generate it" for name in absent)
        linked = [*self.linked.get("", []), *self.linked.get(name, [])]
        unknown = any("$" in one and not _IS_PYTHON.match(one) for one in linked)
        notes = (*missing, *([MAY_BE_MISSING] if unknown else []))
        # A module of CMake has no package: it depends on where the module is installed.
        refusal = None if units else f"{name} has no C or C++ source that exists"
        return Declared(
            name,
            units,
            arguments,
            notes=notes,
            refusal=refusal,
            is_guess=True,
            libraries=_libraries(linked),
            absent=absent,
        )


def _source_folder(files: ProjectFiles) -> str:
    """Return the folder that pyproject.toml names for CMake, or "."."""
    found: object = files.toml("pyproject.toml")
    for key in ("tool", "scikit-build", "cmake", "source-dir"):
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, str) else "."


def _libraries(linked: list[str]) -> tuple[str, ...]:
    """Return the libraries among the items of `target_link_libraries`, Python itself left out."""
    found: list[str] = []
    for one in linked:
        if "$" in one or one in _LINK_KEYWORDS or _IS_PYTHON.match(one):
            continue
        if one == "Threads::Threads":
            found.append("pthread")
        elif one.startswith("-"):
            found += from_arguments([one])
        else:
            found += from_arguments([one]) or [one.removeprefix("PkgConfig::")]
    return distinct(found)


def _commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each command, in lower case, and its arguments as written."""
    at = unended = 0
    while unended < _MAX_OPEN and (command := _COMMAND.search(text, at)) is not None:
        start, depth = command.end(), 1
        for part in _PART.finditer(text, start):
            depth += (part.group() == "(") - (part.group() == ")")
            if not depth:
                yield command.group(1).lower(), text[start : part.start()]
                at = part.end()
                break
        else:
            unended, at = unended + 1, start


def _without_comments(text: str) -> str:
    kept: list[str] = []
    at = 0
    while (start := text.find("#", at)) != -1:
        kept.append(text[at:start])
        end = text.find("]]", start) if text.startswith("#[[", start) else text.find("\n", start)
        at = end if end != -1 else len(text)
    return "".join([*kept, text[at:]])


def read(root: Path) -> tuple[Declared, ...]:
    """Return the modules that `root/CMakeLists.txt` and its subfolders declare. Raises nothing.

    scikit-build-core may name another folder to start from.
    """
    project = _Project(ProjectFiles(root))
    project.enter(project.files.absolute(_source_folder(project.files)))
    return tuple(project.declared(name) for name in project.modules)
