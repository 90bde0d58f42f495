"""Reads `extension_module()` calls out of meson.build files.

Only what is written down is understood: texts, lists, `files()`, `include_directories()`, `+`, `/`, a few methods of
texts, and variables made of those. Of conditions only those are evaluated that ask for the system, or for the project's
options, which are taken for what they are unless somebody gives them. Every branch is read; but what a branch for
another system sets, or declares once more, doesn't count. Macros that a branch defines for several targets are left out
unless it is surely taken, as one is that declares the target.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from unstatic.project.discovery.declared import Declared, is_source, kept_arguments, limited_api_macro
from unstatic.project.discovery.files import ProjectFiles
from unstatic.project.discovery.formats import pkgconfig
from unstatic.project.discovery.formats.truth import both, either, opposite
from unstatic.project.discovery.libraries import MAY_BE_MISSING, distinct, from_arguments
from unstatic.project.discovery.setup_py.values import UNKNOWN, Unknown


@dataclass(frozen=True, slots=True)
class _Library:
    """What `dependency()` and `find_library()` yield."""

    name: str


@dataclass(frozen=True, slots=True)
class _Machine:
    """What `host_machine` names: the one that this runs on."""


@dataclass(frozen=True, slots=True)
class _Branch:
    """The open branch of an `if`: whether it, and whether any so far, is taken; None where that isn't known."""

    is_taken: bool | None
    is_any_taken: bool | None
    declares: bool = False
    """Whether a module is declared in it, which is there only if it is taken."""


Meson: TypeAlias = "str | bool | Path | Unknown | _Library | _Machine | list[Meson]"

_CONSTANTS: dict[str, Meson] = {"true": True, "false": False}
_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n\\]+|\#[^\n]*)|'''(?P<long>.*?)'''|f?'(?P<text>(?:\\.|[^'\\\n])*)'|(?P<name>[A-Za-z_]\w*)"""
    r"""|(?P<number>[0-9]+)|(?P<mark>\+=|[-+*/%=!<>]=?|[()\[\]{},.:?])|(?P<other>.)""",
    re.DOTALL,
)
_FIELD = re.compile(r"@(\w+)@")
_FOR_ALL = ("add_project_arguments", "add_global_arguments")
_BRANCHES = {"if", "elif", "else", "endif"}
_SYSTEMS = {"linux": "linux", "darwin": "darwin", "win32": "windows", "cygwin": "cygwin"}
_MACHINES = ("build_machine", "host_machine", "target_machine")
_OPTION_FILES = ("meson.options", "meson_options.txt")
_MAX_FILES = 200
_MAX_DEPTH = 50
_MAX_LENGTH = 100_000


@dataclass(slots=True)
class _Project:
    files: ProjectFiles
    variables: dict[str, Meson] = field(default_factory=lambda: _CONSTANTS | dict.fromkeys(_MACHINES, _Machine()))
    options: dict[str, Meson] = field(default_factory=dict)
    """What options of the project are unless they are given."""
    found: list[Declared] = field(default_factory=list)
    for_others: list[Declared] = field(default_factory=list)
    """Those in branches for other systems."""
    entered: set[Path] = field(default_factory=set)
    version: Meson = UNKNOWN
    arguments: list[str] = field(default_factory=list)
    """Those that `add_project_arguments()` and the like give to every target."""
    packages: dict[str, Path] = field(default_factory=dict)
    """The folders of the Python packages that `install_sources()` names."""
    notes: dict[str, None] = field(default_factory=dict)
    branches: list[_Branch] = field(default_factory=list)
    """Those that are open, the innermost last."""

    @property
    def is_for_others(self) -> bool:
        """Whether what is read now surely doesn't count on this system."""
        return any(branch.is_taken is False for branch in self.branches)

    def without_macros(self, value: Meson) -> Meson:
        """Return a value without macros for the compiler, if it's unknown whether it is used."""
        if all(branch.is_taken or branch.declares for branch in self.branches):
            return value
        if isinstance(value, list):
            return [self.without_macros(one) for one in value if not _is_macro(one)]
        return [] if _is_macro(value) else value

    def kept(self, options: list[Meson], folder: Path) -> list[str]:
        """Return the arguments that matter among *options*; a file that the build makes can't be included."""
        found = iter(kept_arguments([one for one in options if isinstance(one, str)], folder))
        kept: list[str] = []
        if UNKNOWN in options:
            self.notes["the compiler arguments are known only in part"] = None
        for argument in found:
            value = [next(found, "")] if argument in ("-include", "-imacros") else []
            if value and not os.path.isfile(value[0]):
                self.notes[
                    f"{value[0]}, which sources include by an argument, doesn't exist: the build may make it"
                ] = None
                continue
            kept += [argument, *value]
        return kept

    def enter(self, folder: Path) -> None:
        """Read the meson.build of one folder, once."""
        if folder not in self.entered and len(self.entered) < _MAX_FILES:
            self.entered.add(folder)
            self.read(folder / "meson.build")

    def read(self, path: Path) -> None:
        """Do what one file says, if it is there."""
        text = self.files.text(path)
        if text is None:
            return
        tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "blank"]
        opened = len(self.branches)
        _File(self, path.parent, tokens, opened).read()
        del self.branches[opened:]

    def set_options(self) -> None:
        """Give options the values that pyproject.toml passes to Meson."""
        found: object = self.files.toml("pyproject.toml")
        for key in ("tool", "meson-python", "args", "setup"):
            found = found.get(key) if isinstance(found, dict) else None
        for one in found if isinstance(found, list) else ():
            name, _, value = str(one).removeprefix("-D").partition("=")
            if str(one).startswith("-D") and name in self.options:
                self.options[name] = _CONSTANTS.get(value, value)


@dataclass(slots=True)
class _File:
    project: _Project
    folder: Path
    tokens: list[re.Match[str]]
    opened: int
    """How many branches were open where the file is read from."""
    at: int = 0
    depth: int = 0

    def read(self) -> None:
        while self.at < len(self.tokens):
            name, mark = self._word(0), self._word(1)
            if name.isidentifier() and mark in ("=", "+="):
                self.at += 2
                value = self.project.without_macros(self._expression())
                old = self.project.variables.get(name, [])
                if not self.project.is_for_others:
                    self.project.variables[name] = _sum(old, value) if mark == "+=" else value
            elif name in _BRANCHES:
                self.at += 1
                self._branch(name)
            else:
                before = self.at
                self._expression()
                self.at += self.at == before

    def _branch(self, word: str) -> None:
        """Enter the branch that *word* opens; close the last one."""
        branches = self.project.branches
        before = branches.pop() if word != "if" and len(branches) > self.opened else _Branch(None, False)
        if word != "endif":
            truth = True if word == "else" else self._condition()
            taken = before.is_any_taken
            is_taken = both(opposite(taken), truth)
            branches.append(_Branch(is_taken, either(taken, truth), is_taken is not False and self._declares()))

    def _declares(self) -> bool:
        """Tell whether a module is declared in the branch that starts here."""
        depth = 0
        for token in self.tokens[self.at :]:
            word = token.group()
            depth += (word == "if") - (word == "endif")
            if depth < 0 or (depth == 0 and word in ("elif", "else")):
                return False
            if word == "extension_module":
                return True
        return False

    def _condition(self) -> bool | None:
        """Return whether a condition holds; None where that isn't known."""
        value = self._conjunction()
        while self._skip("or"):
            value = either(value, self._conjunction())
        return value

    def _conjunction(self) -> bool | None:
        value = self._comparison()
        while self._skip("and"):
            value = both(value, self._comparison())
        return value

    def _comparison(self) -> bool | None:
        is_negated = False
        while self._skip("not"):
            is_negated = not is_negated
        found = self._compared()
        return opposite(found) if is_negated else found

    def _compared(self) -> bool | None:
        left: Meson = UNKNOWN
        if self._word(0) == "(" and self.depth < _MAX_DEPTH:
            self.at += 1
            self.depth += 1
            value = self._condition()
            left = UNKNOWN if value is None else value
            self.depth -= 1
            self._skip(")")
        else:
            left = self._expression()
        negative = self._word(0) == "!=" or (self._word(0) == "not" and self._word(1) == "in")
        self.at += self._word(0) == "not" and negative
        mark = self._word(0)
        if mark in ("==", "!=", "in"):
            self.at += 1
            found = _compared(left, mark, self._expression())
            return opposite(found) if negative else found
        return left if isinstance(left, bool) else None

    def _word(self, ahead: int) -> str:
        at = self.at + ahead
        return self.tokens[at].group() if at < len(self.tokens) else ""

    def _skip(self, word: str) -> bool:
        found = self._word(0) == word
        self.at += found
        return found

    def _expression(self) -> Meson:
        self.depth += 1
        value = self._postfix() if self.depth < _MAX_DEPTH else UNKNOWN
        while self._word(0) in ("+", "/"):
            mark = self._word(0)
            self.at += 1
            right = self._postfix()
            joined = f"{value}/{right}" if isinstance(value, str) and isinstance(right, str) else UNKNOWN
            value = _sum(value, right) if mark == "+" else joined
        self.depth -= 1
        return value

    def _postfix(self) -> Meson:
        name = self._word(0)
        if name.isidentifier():
            self.at += 1
            value = self.project.variables.get(name, UNKNOWN)
            if self._word(0) == "(":
                value = self._call(name)
        else:
            value = self._atom()
        while True:
            if self._word(0) == "." and self._word(2) == "(":
                method = self._word(1)
                self.at += 2
                value = self._method(method, value)
            elif self._word(0) == "[":
                self.at += 1
                value = _item(value, self._listed("]")[0])
            else:
                return value

    def _method(self, name: str, owner: Meson) -> Meson:
        """Return what a method yields, of a text or of what only Meson knows."""
        if isinstance(owner, _Machine):
            self.at += 1
            self._listed(")")
            return _SYSTEMS.get(sys.platform, UNKNOWN) if name == "system" else UNKNOWN
        if isinstance(owner, str) and name in _OF_TEXT:
            self.at += 1
            return _OF_TEXT[name](owner, self._listed(")")[0])
        if name == "get_supported_arguments":
            self.at += 1
            return _flat(self._listed(")")[0])
        found = self._call(name)
        return self.project.version if name == "project_version" else found

    def _atom(self) -> Meson:
        if self.at >= len(self.tokens):
            return UNKNOWN
        token = self.tokens[self.at]
        for group in ("long", "text", "number"):
            if token.group(group) is not None:
                self.at += 1
                text = token.group(group)
                return self._filled(text) if token.group().startswith("f") else text
        if self._skip("["):
            return self._listed("]")[0]
        if self._skip("("):
            return self._listed(")")[0][-1:]
        return UNKNOWN

    def _filled(self, text: str) -> Meson:
        """Return an f-string with the values of its variables."""
        return _formatted(text, {name: self.project.variables.get(name, UNKNOWN) for name in _FIELD.findall(text)})

    def _listed(self, end: str) -> tuple[list[Meson], dict[str, Meson]]:
        """Return the positional and the keyword items up to the closing bracket."""
        items: list[Meson] = []
        keywords: dict[str, Meson] = {}
        while self.at < len(self.tokens) and not self._skip(end):
            name = self._word(0) if self._word(1) == ":" else ""
            self.at += 2 if name else 0
            before = self.at
            value = self._expression()
            self.at += self.at == before and self._word(0) != end
            if name:
                keywords[name] = value
            elif self.at != before:
                items.append(value)
            self._skip(",")
        return items, keywords

    def _call(self, name: str) -> Meson:
        self.at += 1
        items, keywords = self._listed(")")
        plain = [one for one in _flat(items) if isinstance(one, str)]
        if name == "subdir" and plain:
            self.project.enter(self.project.files.absolute(self.folder / plain[0]))
        elif name == "project":
            self.project.version = keywords.get("version", UNKNOWN)
        elif name in _FOR_ALL and not {"c", "cpp"}.isdisjoint(map(str, _flat([keywords.get("language", "c")]))):
            options = self.project.without_macros(_flat(items))
            self.project.arguments += self.project.kept(_flat([options]), self.folder)
        elif name == "extension_module" and items and isinstance(items[0], str):
            found = self.project.for_others if self.project.is_for_others else self.project.found
            found.append(self._declared(items[0], _flat(items[1:]), keywords))
        elif name == "install_sources":
            self._install(_flat(items), keywords.get("subdir"))
        elif name == "option" and plain:
            value = keywords.get("value", keywords.get("type") == "boolean" or UNKNOWN)
            self.project.options[plain[0]] = value
        return _linked(keywords) if name == "declare_dependency" else self._found(name, _flat(items), plain)

    def _found(self, name: str, items: list[Meson], plain: list[str]) -> Meson:
        """Return what a call with these positional arguments, and texts among them, yields."""
        if name in ("files", "include_directories"):
            return [self.project.files.absolute(self.folder / one) for one in plain]
        if name in ("dependency", "find_library"):
            return _library(items)
        return self.project.options.get("".join(plain), UNKNOWN) if name == "get_option" else UNKNOWN

    def _install(self, sources: list[Meson], package: Meson | None) -> None:
        """Take the folder of an `__init__.py` that is installed for that of its package."""
        paths = [self.project.files.absolute(self.folder / one) for one in sources if isinstance(one, str | Path)]
        for path in paths if isinstance(package, str) else ():
            if path.name == "__init__.py":
                self.project.packages.setdefault(str(package).strip("/").replace("/", "."), path.parent)

    def _declared(self, name: str, sources: list[Meson], keywords: dict[str, Meson]) -> Declared:
        given = [*sources, *_flat([keywords.get("sources", [])])]
        paths = [self.project.files.absolute(self.folder / one) for one in given if isinstance(one, str | Path)]
        units = tuple(one for one in paths if is_source(one) and one.is_file())
        listed = _flat([keywords.get("include_directories", [])])
        folders = [self.folder / one for one in listed if isinstance(one, str | Path)]
        options = _flat([keywords.get("c_args", []), keywords.get("cpp_args", [])])
        arguments = self.project.kept(options, self.folder)
        if isinstance(keywords.get("limited_api"), str):
            arguments.append(f"-D{limited_api_macro(str(keywords['limited_api']))}")
        notes = ["some sources are known only in part"] if UNKNOWN in given else []
        absent = tuple(one.name for one in paths if not one.exists())
        notes += [f"source {name} doesn't exist: the build may generate it" for name in absent]
        linked = _linked(keywords)
        notes += [MAY_BE_MISSING] if UNKNOWN in linked else []
        found = [needs for one in linked if isinstance(one, _Library) and (needs := pkgconfig.needs(one.name))]
        needed = dict.fromkeys(argument for one in found for argument in one.arguments)
        package = keywords.get("subdir")
        prefix = package.replace("/", ".") + "." if isinstance(package, str) and package else ""
        return Declared(
            prefix + name,
            units,
            (*(f"-I{self.project.files.absolute(one)}" for one in folders), *arguments, *needed),
            notes=tuple(notes),
            refusal=None if units else f"{prefix}{name} has no C or C++ source that exists",
            libraries=distinct(one.name for one in linked if isinstance(one, _Library)),
            absent=absent,
        )


def packages(root: Path) -> dict[str, Path]:
    """Return the folders of the Python packages that `root/meson.build` installs, where it names them apart."""
    return _read(root).packages


def _read(root: Path) -> _Project:
    project = _Project(ProjectFiles(root))
    for name in _OPTION_FILES:
        project.read(root / name)
    project.set_options()
    project.enter(root)
    return project


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that `root/meson.build` and its subfolders declare. Raises nothing."""
    project = _read(root)
    names = {one.name for one in project.found}
    found = [*project.found, *(one for one in project.for_others if one.name not in names)]
    return tuple(
        replace(one, arguments=(*one.arguments, *project.arguments), notes=(*one.notes, *project.notes))
        for one in found
    )


def _compared(left: Meson, mark: str, right: Meson) -> bool | None:
    """Return whether two values are equal, or one is in a list; None where that isn't known."""
    if not isinstance(left, str):
        return None
    if mark != "in":
        return left == right if isinstance(right, str) else None
    if not isinstance(right, list):
        return None
    return left in right or (None if any(not isinstance(one, str) for one in right) else False)


def _is_macro(value: Meson) -> bool:
    return isinstance(value, str) and value.startswith(("-D", "-U"))


def _item(value: Meson, index: list[Meson]) -> Meson:
    if not isinstance(value, list) or len(index) != 1 or not str(index[0]).isdecimal() or len(str(index[0])) > 6:
        return UNKNOWN
    return value[int(str(index[0]))] if int(str(index[0])) < len(value) else UNKNOWN


def _formatted(text: str, values: Mapping[str, Meson]) -> Meson:
    """Return the text with *values* in place of their names between `@`; all must be known."""
    known = {name: value for name, value in values.items() if isinstance(value, str)}
    fields = _FIELD.findall(text)
    if not known.keys() >= set(fields) or sum(len(known[name]) for name in fields) + len(text) > _MAX_LENGTH:
        return UNKNOWN
    return _FIELD.sub(lambda found: known[found[1]], text)


def _format(owner: str, items: list[Meson]) -> Meson:
    return _formatted(owner, {str(index): value for index, value in enumerate(items)})


def _split(owner: str, items: list[Meson]) -> Meson:
    separator = items[0] if items and isinstance(items[0], str) and items[0] else None
    return UNKNOWN if UNKNOWN in items else list[Meson](owner.split(separator))


def _asked(items: list[Meson], question: Callable[[str], bool]) -> Meson:
    return question(items[0]) if len(items) == 1 and isinstance(items[0], str) else UNKNOWN


_OF_TEXT: dict[str, Callable[[str, list[Meson]], Meson]] = {
    "contains": lambda owner, items: _asked(items, lambda text: text in owner),
    "endswith": lambda owner, items: _asked(items, owner.endswith),
    "format": _format,
    "split": _split,
    "startswith": lambda owner, items: _asked(items, owner.startswith),
    "strip": lambda owner, items: owner.strip() if not items else UNKNOWN,
    "to_int": lambda owner, items: owner,
    "to_string": lambda owner, items: owner,
}


def _library(items: list[Meson]) -> Meson:
    """Return the library that a call with these positional arguments finds; none for Python itself."""
    if not items or items[0] == "":
        return []  # `py.dependency()`, and Meson's dependency that is never found
    first = items[0]
    if not isinstance(first, str):
        return UNKNOWN
    if first == "threads":
        return _Library("pthread")
    return [] if first.startswith("python") else _Library(first)


def _linked(keywords: dict[str, Meson]) -> list[Meson]:
    """Return the libraries of a target; UNKNOWN for what isn't literal or is built by the project."""
    found = _flat([keywords.get("dependencies", [])])
    arguments = _flat([keywords.get("link_args", [])])
    found += [_Library(one) for one in from_arguments([one for one in arguments if isinstance(one, str)])]
    if UNKNOWN in arguments or "link_with" in keywords or "link_whole" in keywords:
        found.append(UNKNOWN)
    return found


def _flat(values: list[Meson]) -> list[Meson]:
    flat: list[Meson] = []
    for value in values:
        flat += _flat(value) if isinstance(value, list) else [value]
    return flat


def _sum(left: Meson, right: Meson) -> Meson:
    if isinstance(left, list):
        added = right if isinstance(right, list) else [right]
        return [*left, *added] if len(left) + len(added) <= _MAX_LENGTH else UNKNOWN
    if not isinstance(left, str) or not isinstance(right, str) or len(left) + len(right) > _MAX_LENGTH:
        return UNKNOWN
    return left + right
