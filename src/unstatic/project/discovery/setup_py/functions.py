"""Functions of the standard library and of build tools that a build script may call."""

from __future__ import annotations

import fnmatch
import glob
import itertools
import os
import os.path
import platform
import struct
import sys
import sysconfig
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from unstatic.project.discovery import installed
from unstatic.project.discovery.setup_py.state import Run, Stopped
from unstatic.project.discovery.setup_py.values import (
    MAX_PATH,
    UNKNOWN,
    Declaration,
    Namespace,
    Ref,
    TextFile,
    Value,
    as_text,
    items,
)

EXTENSION = "setuptools.Extension"
_MAX_STARS = 5

Caller: TypeAlias = Callable[[Run, list[Value], dict[str, Value]], Value]


def constant(run: Run, name: str) -> Value:
    """Return the value of a dotted name that is no function, or a Ref to it."""
    dynamic: dict[str, Value] = {
        "os.environ": run.environment,
        "sys.argv": run.arguments,
        "sys.path": run.search_path,
    }
    if name in dynamic:
        return dynamic[name]
    return _CONSTANTS.get(name, Ref(name))


def call(run: Run, name: str, arguments: list[Value], keywords: dict[str, Value], line: int) -> Value:
    """Call an outside function by its dotted name; UNKNOWN if it isn't one that is understood."""
    last = name.rpartition(".")[2]
    if is_extension(name):
        return declare(run, arguments, keywords, line)
    if last == "__init__" and is_extension(name.rpartition(".")[0]):
        owner = run.owners[-1] if run.owners else None
        if isinstance(owner, Declaration):
            fill(owner, [one for one in arguments if one is not owner], keywords)
        return None
    if last == "setup" and name.split(".")[0] not in ("builtins", "os", "sys"):
        run.setups.append(keywords)
        return UNKNOWN
    if last == "cythonize":
        return _cythonize(run, arguments, keywords)
    known = _FUNCTIONS.get(name)
    return UNKNOWN if known is None else known(run, arguments, keywords)


def is_extension(name: str) -> bool:
    """Tell whether a dotted name is a class of extension modules: setuptools', distutils', numpy's, pybind11's."""
    last = name.rpartition(".")[2]
    return last in ("Extension", "Pybind11Extension", "CppExtension", "CMakeExtension")


def declare(run: Run, arguments: list[Value], keywords: dict[str, Value], line: int) -> Declaration:
    """Record an `Extension(...)` call and return the object."""
    found = Declaration({}, line)
    fill(found, arguments, keywords)
    run.declarations.append(found)
    return found


def fill(declared: Declaration, arguments: list[Value], keywords: dict[str, Value]) -> None:
    """Give the object what `Extension(...)`, or the `__init__` that a class of the project calls, is given."""
    named = dict(zip(("name", "sources", "include_dirs", "define_macros", "undef_macros"), arguments, strict=False))
    declared.keywords.update({**named, **keywords})


def has(name: str, attribute: str) -> bool | None:
    """Tell whether a module of the standard library has an attribute; None means it's unknown."""
    modules: dict[str, Any] = {"sys": sys, "os": os, "platform": platform, "sysconfig": sysconfig, "os.path": os.path}
    return hasattr(modules[name], attribute) if name in modules else None


def _cythonize(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    found = arguments[0] if arguments else keywords.get("module_list", UNKNOWN)
    listed = items(found) if not isinstance(found, str) else [found]
    if listed is None:
        return UNKNOWN
    for pattern in listed:
        if isinstance(pattern, str):
            declare(run, [UNKNOWN, [pattern]], {}, 0)
    return listed


def _texts(arguments: list[Value]) -> list[str] | None:
    texts = [as_text(one) for one in arguments]
    known = [one for one in texts if one is not None]
    return known if len(known) == len(texts) and sum(map(len, known)) <= MAX_PATH else None


def _on_texts(function: Callable[..., Any]) -> Caller:
    """Wrap a pure function of texts."""

    def called(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        texts = _texts(arguments)
        return UNKNOWN if texts is None or keywords else function(*texts)

    return called


def _matched(function: Callable[[str, str], bool]) -> Caller:
    """Wrap a test of a text against a shell pattern; one with many stars would take for ever."""

    def called(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        texts = _texts(arguments)
        modest = texts is not None and len(texts) == 2 and texts[1].count("*") <= _MAX_STARS
        return function(texts[0], texts[1]) if texts is not None and modest and not keywords else UNKNOWN

    return called


def _on_path(function: Callable[[str], Any]) -> Caller:
    """Wrap a function of one path, which counts from the project's root."""

    def called(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        texts = _texts(arguments[:1])
        return function(str(run.files.absolute(texts[0]))) if texts else UNKNOWN

    return called


def _always(value: Value) -> Caller:
    return lambda run, arguments, keywords: value


def _glob(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments[:1])
    found = run.files.matching(texts[0]) if texts else None
    return UNKNOWN if found is None else found


def _listdir(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments[:1]) if arguments else ["."]
    found = run.files.names(texts[0]) if texts else None
    return UNKNOWN if found is None else found


def _walk(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments[:1])
    if not texts or run.files.inside(texts[0]) is None:
        return UNKNOWN
    top = run.files.absolute(texts[0])
    found = []
    for folder, folders, names in itertools.islice(os.walk(top), 2_000):
        where = os.path.join(texts[0], os.path.relpath(folder, top)) if folder != str(top) else texts[0]
        found.append((where, sorted(folders), sorted(names)))
    return sorted(found)


def _open(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments[:1])
    mode = str(arguments[1]) if len(arguments) > 1 else str(keywords.get("mode", "r"))
    if not texts or not mode.startswith("r"):
        return UNKNOWN
    text = run.files.text(texts[0])
    return run.fail("FileNotFoundError") if text is None else TextFile(text)


def _getenv(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    default = arguments[1] if len(arguments) > 1 else keywords.get("default")
    return run.environment.get(arguments[0], default) if arguments else UNKNOWN


def _config_var(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    # The source is read for an ordinary build; everything else differs from machine to machine.
    ordinary = {"Py_GIL_DISABLED": 0, "Py_DEBUG": 0, "Py_TRACE_REFS": 0, "WITH_PYDEBUG": 0}
    texts = _texts(arguments[:1])
    if texts and texts[0] in ("INCLUDEPY", "CONFINCLUDEPY"):
        return Ref("sysconfig.include")  # Python's own headers are always found, so this is nothing to note
    return ordinary.get(texts[0], UNKNOWN) if texts else UNKNOWN


def _calcsize(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments)
    return struct.calcsize(texts[0]) if texts and len(texts[0]) == 1 else UNKNOWN


def _path(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments)
    return UNKNOWN if texts is None else PurePosixPath(*texts)


def _copied(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments[:2])
    if texts is not None and len(texts) == 2:
        source, target = (str(run.files.absolute(one)) for one in texts)
        run.copies[target] = source
    return UNKNOWN


def _config_parser(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    import configparser

    return configparser.RawConfigParser(strict=False)


def _relpath(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    texts = _texts(arguments)
    if not texts:
        return UNKNOWN
    path, *start = (str(run.files.absolute(one)) for one in texts)
    return os.path.relpath(path, *start or [str(run.files.root)])


def _exit(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    if run.unsure:
        return UNKNOWN
    raise Stopped("it ends itself")


def _chain(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    chained: list[Value] = []
    for one in arguments:
        more = items(one)
        chained += [UNKNOWN] if more is None else more
    return chained


def _from_iterable(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    listed = items(arguments[0])
    return UNKNOWN if listed is None else _chain(run, listed, {})


def _copy(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    value = arguments[0]
    if isinstance(value, Declaration):
        return declare(run, [], dict(value.keywords), value.line)
    if isinstance(value, Namespace):
        return Namespace(value.kind, dict(value.names), value.bases)
    return value.copy() if isinstance(value, list | dict | set) else value


def _installed(name: str) -> Caller:
    def called(run: Run, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        found = installed.include_folders(name)
        return UNKNOWN if found is None else found

    return called


_CONSTANTS: dict[str, Value] = {
    "sys.platform": sys.platform,
    "sys.version_info": sys.version_info,
    "sys.version": sys.version,
    "sys.hexversion": sys.hexversion,
    "sys.maxsize": sys.maxsize,
    "sys.byteorder": sys.byteorder,
    "sys.executable": UNKNOWN,
    "sys.prefix": UNKNOWN,
    "sys.modules": UNKNOWN,
    "sys.flags": UNKNOWN,
    "sys.implementation.name": "cpython",
    "sys.implementation.cache_tag": sys.implementation.cache_tag,
    "os.name": os.name,
    "os.sep": "/",
    "os.path.sep": "/",
    "os.pathsep": os.pathsep,
    "os.linesep": os.linesep,
    "os.curdir": ".",
    "os.pardir": "..",
    "typing.TYPE_CHECKING": False,
}

_FUNCTIONS: dict[str, Caller] = {
    **{f"os.path.{f.__name__}": _on_texts(f) for f in (os.path.join, os.path.dirname, os.path.basename)},
    **{f"os.path.{f.__name__}": _on_texts(f) for f in (os.path.normpath, os.path.split, os.path.splitext)},
    **{f"os.path.{f.__name__}": _on_texts(f) for f in (os.path.isabs, os.path.normcase)},
    **{f"os.path.{name}": _on_path(getattr(os.path, name)) for name in ("exists", "isfile", "isdir", "lexists")},
    **{f"os.path.{name}": _on_path(str) for name in ("abspath", "realpath")},
    "os.path.relpath": _relpath,
    "os.fspath": _on_texts(str),
    "os.getcwd": lambda run, arguments, keywords: str(run.files.root),
    "os.getenv": _getenv,
    "os.listdir": _listdir,
    "os.walk": _walk,
    "os.uname": lambda run, arguments, keywords: os.uname() if hasattr(os, "uname") else UNKNOWN,
    "glob.glob": _glob,
    "glob.iglob": _glob,
    "glob.escape": _on_texts(glob.escape),
    **{f"fnmatch.{f.__name__}": _matched(f) for f in (fnmatch.fnmatch, fnmatch.fnmatchcase)},
    "platform.system": _always(platform.system()),
    "platform.machine": _always(platform.machine()),
    "platform.uname": _always(platform.uname()),
    "platform.python_implementation": _always("CPython"),
    "platform.python_version": _always(platform.python_version()),
    "platform.python_version_tuple": _always(platform.python_version_tuple()),
    "sysconfig.get_platform": _always(sysconfig.get_platform()),
    "distutils.util.get_platform": _always(sysconfig.get_platform()),
    "sysconfig.get_config_var": _config_var,
    "distutils.sysconfig.get_config_var": _config_var,
    **{f"pathlib.{name}": _path for name in ("Path", "PurePath", "PosixPath", "PurePosixPath")},
    **{f"{module}.open": _open for module in ("builtins", "io", "codecs")},
    **{f"configparser.{name}": _config_parser for name in ("ConfigParser", "RawConfigParser", "SafeConfigParser")},
    **{f"shutil.{name}": _copied for name in ("copy", "copy2", "copyfile", "copytree")},
    "struct.calcsize": _calcsize,
    **{name: _installed(name) for name in installed.NAMES},
    "platform.architecture": _always(("64bit" if sys.maxsize > 2**32 else "32bit", "")),
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _from_iterable,
    "copy.copy": _copy,
    "copy.deepcopy": _copy,
    **{name: _exit for name in ("sys.exit", "builtins.exit", "builtins.quit", "os._exit")},
}
