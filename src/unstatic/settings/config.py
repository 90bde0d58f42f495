"""Settings of a run: the user's own file, `[tool.unstatic]` of the target's pyproject.toml, then the command line.

The target isn't trusted: what names a program or a library, or runs code, it can't set (`NOT_OF_PROJECTS`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from unstatic.errors import UsageError
from unstatic.project.discovery.files import ProjectFiles
from unstatic.settings.requires import NEWEST, OLDEST, broken_promise, dotted, minimum_python
from unstatic.system import parsed_files

if TYPE_CHECKING:
    from unstatic.settings.decided_beforehand import Planned

Gc = Literal["auto", "always", "never"]
GilClaim = Literal["auto", "shared", "own", "none"]
Fallback = Literal["auto", "none", "interpreter-dict"]

UNPACK_LIMIT = 2048
"""In MiB: several times what the largest source distributions on the index hold."""
_COMMAND_LINE = "command line"
_MOST_JOBS_OF_PROJECTS = 16


def processors() -> int:
    """Return how many processors this process may use, and no more than a project may ask for: each takes memory."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(found, _MOST_JOBS_OF_PROJECTS)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that changes what a run does; paths are absolute."""

    min_python: tuple[int, int] = OLDEST
    min_python_source: str = "default"
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    gc: Gc = "auto"
    gil_claim: GilClaim = "auto"
    pep573: bool = False
    fold_dead_branches: bool = False
    fallback: Fallback = "auto"
    load_once: bool = False
    first_stage: bool = False
    include_dirs: tuple[Path, ...] = ()
    defines: tuple[str, ...] = ()
    python_include: Path | None = None
    libclang: Path | None = None
    compile_commands: Path | None = None
    capture: bool = False
    build_python: str = ""
    capture_build: str = ""
    capture_timeout: int = 1800
    unpack_limit: int = UNPACK_LIMIT
    """What an archive may unpack to, in MiB."""
    jobs: int = field(default_factory=processors)
    strict: bool = False
    split: Literal["steps", "types"] = "steps"
    """Whether each type is converted in a step of its own; not a key of the configuration."""
    planned: Planned | None = None
    """What a plan file says about the extension at hand; not a key of the configuration."""
    unwritable: tuple[tuple[str, str], ...] = ()
    """Subjects for which code was written that doesn't compile, with how; not a key of the configuration."""
    touched: frozenset[tuple[Path, int]] = frozenset()
    """Where conditionals begin that the migration touches, so that they're folded; not a key of the configuration."""
    kept_files: tuple[tuple[Path, str], ...] = ()
    """Files that stay, each with another extension that needs it as it is; not a key of the configuration."""
    others_headers: tuple[Path, ...] = ()
    """Headers that other extensions need without the state of this one; not a key of the configuration."""
    stays_elsewhere: tuple[tuple[str, str], ...] = ()
    """Subjects that stay in an extension of the same files, with why; not a key of the configuration."""
    names_are_shared: bool = False
    """Whether what is written has to hold for other extensions of the same files; not a key of the configuration."""
    precompiled: Path | None = None
    """The cache's folder, if headers may be kept there; not a key of the configuration."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """One value as it was written, and where."""

    where: str
    folder: Path
    key: str
    value: object
    of_project: bool = False
    """Whether the project at hand says so, and not the user."""

    def refuse(self, expected: str) -> UsageError:
        return UsageError(f"{self.where}: {self.key} must be {expected}, not {self.value!r}")


def project_root(path: Path) -> Path:
    """Return the nearest folder at or above *path* that holds a build file or a `.git`, else the path's own folder."""
    start = path.resolve()
    start = start if start.is_dir() else start.parent
    return next((folder for folder in (start, *start.parents) if ProjectFiles(folder).is_root), start)


@dataclass(frozen=True, slots=True)
class Effective:
    """One setting as it holds: *value* is None if nothing is set; *origin* says where it comes from, for people."""

    key: str
    value: str | int | bool | tuple[str, ...] | None
    origin: str


def user_file() -> Path:
    """Return where the user's own settings are, or would be: what UNSTATIC_CONFIG names, else in the user's folder."""
    named = os.environ.get("UNSTATIC_CONFIG")
    if named:
        return Path(named).absolute()
    from platformdirs import user_config_path

    return user_config_path("unstatic", appauthor=False) / "config.toml"


def load(root: Path, overrides: Mapping[str, object] | None = None) -> Settings:
    """Return the settings for the project in *root*.

    *overrides* has the same keys and kinds of values as `[tool.unstatic]`; each replaces the configured
    value. Raises UsageError for unknown keys, wrong values and an unreadable pyproject.toml.
    """
    return _loaded(root, overrides or {})[0]


def unpack_limit(overrides: Mapping[str, object]) -> int:
    """Return what an archive may unpack to, in MiB, before there is a project to ask. Raises UsageError."""
    own, given = _of_the_user(overrides)
    return next((_count(entry) for entry in (*given, *own) if entry.key == "unpack-limit"), UNPACK_LIMIT)


def explained(root: Path, overrides: Mapping[str, object] | None = None) -> tuple[Effective, ...]:
    """Return every setting of `load` with where it comes from, in the order of the documentation. Raises UsageError."""
    settings, origins = _loaded(root, overrides or {})
    origins = {"min-python": settings.min_python_source, **origins}
    return tuple(
        Effective(key, _plain(getattr(settings, key.replace("-", "_"))), origins.get(key, "default"))
        for key in _READERS
    )


def _plain(value: object) -> str | int | bool | tuple[str, ...] | None:
    if value is None or value == "":
        return None
    if isinstance(value, tuple):
        numbers = [part for part in value if isinstance(part, int)]
        return dotted((numbers[0], numbers[1])) if numbers else tuple(str(part) for part in value)
    return value if isinstance(value, str | int) else str(value)


def _of_the_user(overrides: Mapping[str, object]) -> tuple[list[_Entry], list[_Entry]]:
    """Return what the user's own file says, and what the command line does."""
    own = user_file()
    listed = [_Entry(str(own), own.parent, key, value) for key, value in _read_toml(own).items()]
    return listed, [_Entry(_COMMAND_LINE, Path.cwd(), key, value) for key, value in overrides.items()]


def _loaded(root: Path, overrides: Mapping[str, object]) -> tuple[Settings, Mapping[str, str]]:
    """Return the settings, and by key where those were set that were."""
    path = root / "pyproject.toml"
    pyproject = _read_toml(path)
    where = f"{path} [tool.unstatic]"
    own, given = _of_the_user(overrides)
    of_project = [_Entry(where, root, key, value, of_project=True) for key, value in _table(path, pyproject).items()]
    entries = [*own, *of_project, *given]
    values: dict[str, object] = {}
    for entry in entries:
        values[entry.key.replace("-", "_")] = _read(entry)
    origins = {entry.key: entry.where for entry in entries}
    return _build(root, pyproject, values, origins), origins


def _build(
    root: Path, pyproject: Mapping[str, object], values: dict[str, object], origins: Mapping[str, str]
) -> Settings:
    asked = values.get("min_python")
    if isinstance(asked, tuple):
        values["min_python_source"] = origins["min-python"]
        # Who names the oldest Python has no use for code that is for older ones.
        values.setdefault("fold_dead_branches", "select" not in values)
        note = broken_promise(root, pyproject, asked)
    else:
        found = minimum_python(root, pyproject)
        values |= {"min_python": found.version, "min_python_source": found.source}
        note = found.note
    values["notes"] = (note,) if note else ()
    # Every value went through its own reader, so the kinds are right; mypy can't see that.
    return Settings(**values)  # type: ignore[arg-type]


def _read_toml(path: Path) -> dict[str, object]:
    try:
        if path.exists() and not path.is_file():
            # Reading a pipe or a device may never end.
            raise UsageError(f"{path}: can't be read: it isn't a file; mend it first")
        return parsed_files.toml(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, parsed_files.TOMLDecodeError) as error:
        raise UsageError(f"{path}: can't be read: {error}; mend it first") from error


def _table(path: Path, pyproject: Mapping[str, object]) -> Mapping[str, object]:
    tool = pyproject.get("tool", {})
    table = tool.get("unstatic", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise UsageError(f"{path}: [tool.unstatic] must be a table; `unstatic config` shows one")
    return table


def _read(entry: _Entry) -> object:
    reader = _READERS.get(entry.key)
    if reader is None:
        near = _near(entry.key, _READERS)
        hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(_READERS)}"
        raise UsageError(f"{entry.where}: unknown key {entry.key}; {hint}")
    return reader(entry)


def _version(entry: _Entry) -> tuple[int, int]:
    match = re.fullmatch(r"3\.(\d{1,2})", entry.value) if isinstance(entry.value, str) else None
    version = (3, int(match[1])) if match else (0, 0)
    if not OLDEST <= version <= NEWEST:
        raise entry.refuse(f"a version from {dotted(OLDEST)} to {dotted(NEWEST)}, as text")
    return version


def _strings(entry: _Entry) -> tuple[str, ...]:
    values = entry.value
    if not isinstance(values, list | tuple) or not all(isinstance(value, str) for value in values):
        raise entry.refuse("a list of texts")
    return tuple(values)


def _near(name: str, known: Iterable[str]) -> list[str]:
    """Return the known name that is most like a wrong one, if any is."""
    import difflib

    return difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)


def _rewrites(entry: _Entry) -> tuple[str, ...]:
    from unstatic.settings.rules import rewrite_names

    known = rewrite_names()
    names = tuple(name.replace("_", "-") for name in _strings(entry))
    for name in names:
        if name not in known:
            near = _near(name, known)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UsageError(f"{entry.where}: {entry.key}: no rewrite {name!r}; {hint}known: {', '.join(known)}")
    return names


def _subjects(entry: _Entry) -> tuple[str, ...]:
    subjects = _strings(entry)
    for subject in subjects:
        if not re.fullmatch(r"(type|global|spec):\S+", subject):
            raise entry.refuse("a list of type:NAME, global:NAME and spec:NAME")
    return subjects


def _path(entry: _Entry) -> Path:
    if not isinstance(entry.value, str | Path):
        raise entry.refuse("a path")
    return (entry.folder / entry.value).resolve()


def _paths(entry: _Entry) -> tuple[Path, ...]:
    if not isinstance(entry.value, list | tuple):
        raise entry.refuse("a list of paths")
    return tuple(_path(_Entry(entry.where, entry.folder, entry.key, value)) for value in entry.value)


def _flag(entry: _Entry) -> bool:
    if not isinstance(entry.value, bool):
        raise entry.refuse("true or false")
    return entry.value


def _command_line_flag(entry: _Entry) -> bool:
    # Whoever looks at a project mustn't run its code because the project says so.
    if entry.where != _COMMAND_LINE:
        raise UsageError(
            f"{entry.where}: {entry.key} runs code of the project, so only the command line can ask for it"
        )
    return _flag(entry)


def _of_user(reader: Callable[[_Entry], object]) -> Callable[[_Entry], object]:
    """Return a reader for what is loaded or run: not even a project that is only looked at may choose that."""

    def read(entry: _Entry) -> object:
        if entry.of_project:
            raise UsageError(
                f"{entry.where}: {entry.key} decides which code runs, so a project can't set it; "
                f"take it out, and pass --{entry.key} or set it in {user_file()}"
            )
        return reader(entry)

    return read


def _text(entry: _Entry) -> str:
    if not isinstance(entry.value, str):
        raise entry.refuse("a text")
    return entry.value


def _count(entry: _Entry) -> int:
    if isinstance(entry.value, bool) or not isinstance(entry.value, int) or entry.value < 1:
        raise entry.refuse("a number from 1")
    return entry.value


def _jobs(entry: _Entry) -> int:
    number = _count(entry)
    if entry.of_project and number > _MOST_JOBS_OF_PROJECTS:
        raise entry.refuse(f"a number from 1 to {_MOST_JOBS_OF_PROJECTS} there; pass --jobs for more")
    return number


def _one_of(*choices: str) -> Callable[[_Entry], str]:
    def read(entry: _Entry) -> str:
        if not isinstance(entry.value, str) or entry.value not in choices:
            raise entry.refuse(f"one of {', '.join(choices)}")
        return entry.value

    return read


_READERS: dict[str, Callable[[_Entry], object]] = {
    "min-python": _version,
    "select": _rewrites,
    "ignore": _rewrites,
    "only": _subjects,
    "gc": _one_of("auto", "always", "never"),
    "gil-claim": _one_of("auto", "shared", "own", "none"),
    "pep573": _flag,
    "fold-dead-branches": _flag,
    "fallback": _one_of("auto", "none", "interpreter-dict"),
    "load-once": _flag,
    "first-stage": _flag,
    "include-dirs": _paths,
    "defines": _strings,
    "python-include": _path,
    "libclang": _of_user(_path),
    "compile-commands": _path,
    "capture": _command_line_flag,
    "build-python": _of_user(_text),
    "capture-build": _of_user(_text),
    "capture-timeout": _count,
    "unpack-limit": _of_user(_count),
    "jobs": _jobs,
    "strict": _flag,
}

COMMAND_LINE_ONLY = tuple(key for key, reader in _READERS.items() if reader is _command_line_flag)
"""The keys that a file can't set."""
NOT_OF_PROJECTS = (*COMMAND_LINE_ONLY, "libclang", "build-python", "capture-build", "unpack-limit")
"""The keys that a project can't set."""
