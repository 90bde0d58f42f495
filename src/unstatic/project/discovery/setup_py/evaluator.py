"""Reads the extension modules out of a setup.py by following it; nothing of the project is run.

What the script would do on this machine with an empty environment is computed from its syntax tree, with texts,
lists, dicts, paths and the script's own functions. Whatever can't be known becomes a note.
"""

from __future__ import annotations

import ast
import shlex
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from unstatic.project.discovery.declaration import declared_from
from unstatic.project.discovery.declared import Declared, kept_arguments
from unstatic.project.discovery.files import ProjectFiles, build_requirements
from unstatic.project.discovery.formats import pkgconfig
from unstatic.project.discovery.libraries import distinct
from unstatic.project.discovery.setup_py import setup_packages
from unstatic.project.discovery.setup_py.state import Raised, Run, Signal, Stopped
from unstatic.project.discovery.setup_py.statements import Interpreter
from unstatic.project.discovery.setup_py.values import (
    UNKNOWN,
    Declaration,
    Function,
    Namespace,
    Scope,
    Value,
    as_text,
    items,
)
from unstatic.system import parsed_files


def read(root: Path) -> tuple[Declared, ...]:
    """Return the extension modules that `root/setup.py`, or a `setup_package.py`, declares, if there are such files.

    *root* is absolute. Raises nothing: a script that can't be followed yields a note, or no extensions.
    """
    run = _followed(root)
    if run is None:
        return ()
    found = [declared_from(run, one, package) for one, package in _selected(run)]
    if run.is_in_doubt:
        found = list(_with_doubts(root, found))
    flags = run.environment.get("CFLAGS")
    shared = kept_arguments(shlex.split(flags), root) if isinstance(flags, str) else ()
    shared = (*shared, *(setup_packages.limited_api(run.files) if run.gathers else ()))
    return tuple(_with_packages(run, _with_shared(one, shared, tuple(run.notes))) for one in _distinct(found))


def _with_doubts(root: Path, found: list[Declared]) -> Iterator[Declared]:
    """Yield the extensions with what they are without what only conditions add that can't be known."""
    run = _followed(root, skips=True)
    assert run is not None, "it was followed before"
    certain = {one.name: one for one in (declared_from(run, item, package) for item, package in _selected(run))}
    for one in found:
        other = certain.get(one.name)
        differs = other is not None and (other.sources, other.arguments) != (one.sources, one.arguments)
        yield replace(one, certain=other) if differs else one


def given(root: Path, keyword: str) -> Iterator[str]:
    """Yield the texts that the setup() calls of `root/setup.py` are given for *keyword*, those that can be known."""
    run = _followed(root.absolute())
    for keywords in run.setups if run is not None else ():
        value = keywords.get(keyword)
        if isinstance(value, str):
            yield value


def given_tables(root: Path, keyword: str) -> Iterator[dict[str, str]]:
    """Yield the dicts of texts that the setup() calls are given for *keyword*, without what can't be known of them."""
    run = _followed(root.absolute())
    for keywords in run.setups if run is not None else ():
        value = keywords.get(keyword)
        if isinstance(value, dict):
            texts = ((name, as_text(item)) for name, item in value.items() if isinstance(name, str))
            yield {name: text for name, text in texts if text is not None}


def _followed(root: Path, *, skips: bool = False) -> Run | None:
    files = ProjectFiles(root)
    text = files.text("setup.py")
    packages = setup_packages.scripts(files)
    if text is None and not packages:
        return None
    run = Run(files, root / "setup.py", available=build_requirements(files), skips=skips)
    try:
        _follow(run, parsed_files.python(text or ""), packages)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        run.note(f"setup.py can't be followed: {error}")
    return run


def _with_packages(run: Run, one: Declared) -> Declared:
    """Return the extension with what pkg-config says about the libraries that the script and its modules ask it for."""
    if not one.may_lack_folders:
        return one
    texts = [run.files.text(path) or "" for path in (run.script, *run.modules)]
    named = [(name, found) for name in pkgconfig.named_in(texts) if (found := pkgconfig.needs(name))]
    if not named:
        return one
    arguments = [argument for _, found in named for argument in found.arguments if argument not in one.arguments]
    libraries = distinct((*one.libraries, *(library for _, found in named for library in found.libraries)))
    note = f"pkg-config was asked about what setup.py asks it for: {', '.join(name for name, _ in named)}"
    return replace(one, arguments=(*one.arguments, *arguments), libraries=libraries, notes=(*one.notes, note))


def _follow(run: Run, tree: ast.Module, packages: Sequence[Path]) -> None:
    scope = Scope({"__file__": str(run.script), "__name__": "__main__", "__doc__": ""})
    interpreter = Interpreter(run)
    try:
        for statement in tree.body:
            try:
                interpreter.execute([statement], scope)
            except Raised as raised:
                name = raised.args[0] or "an exception"
                run.note(f"setup.py:{statement.lineno}: raises {name} here; what comes after was followed all the same")
            except RecursionError:
                run.note(f"setup.py:{statement.lineno}: too deeply nested to be followed")
            except Signal:
                continue  # `return` or `break` at the top: no valid Python, and no reason to give up
        if packages:
            _follow_packages(run, interpreter, packages)
        elif all(map(_is_stand_in, run.declarations)):
            _follow_commands(run, interpreter)
    except Stopped as stopped:
        run.note(f"setup.py was followed only in part: {stopped}")


def _is_stand_in(one: Declaration) -> bool:
    """Tell whether an Extension has no name and no source: it only makes setup() build what a command puts there."""
    return not as_text(one.keywords.get("name")) and items(one.keywords.get("sources") or []) == []


def _follow_packages(run: Run, interpreter: Interpreter, packages: Sequence[Path]) -> None:
    """Give setup() what the scripts of the packages declare, unless it has a list of its own."""
    run.gathers = True
    gathered: list[Value] = []
    for path in packages:
        module = interpreter.imports.script(path)
        function = module.find("get_extensions") if module is not None else None
        if isinstance(function, Function):
            with suppress(Signal, RecursionError):
                gathered += items(interpreter.inline(function, [], {})) or []
    known = [keywords for keywords in run.setups if items(keywords.get("ext_modules")) is not None]
    run.setups = known or [{"ext_modules": gathered}]


def _follow_commands(run: Run, interpreter: Interpreter) -> None:
    """Follow the project's own build_ext commands, which may declare extensions only once they're run."""
    listed = [keywords.get("cmdclass") for keywords in run.setups]
    commands = [one for table in listed if isinstance(table, dict) for one in table.values()]
    for command in commands:
        if not isinstance(command, Namespace) or not command.descends_from("build_ext"):
            continue
        distribution = Namespace("instance", {"ext_modules": []})
        instance = Namespace("instance", {"distribution": distribution, "extensions": []}, (command,))
        for method in map(command.find, ("finalize_options", "run", "build_extensions")):
            if isinstance(method, Function):
                with suppress(Signal, RecursionError):
                    interpreter.inline(Function(method.node, method.scope, instance), [], {})


def _selected(run: Run) -> list[tuple[Declaration, str]]:
    """Return what the setup() calls are given, with the package; everything declared if that's unclear."""
    found: list[tuple[Declaration, str]] = []
    unclear = not run.setups
    for keywords in run.setups:
        package = str(keywords.get("ext_package") or "")
        listed = items(keywords.get("ext_modules") or [])
        unclear |= "**" in keywords or listed is None or UNKNOWN in listed
        found += [(one, package) for one in listed or [] if isinstance(one, Declaration) and not _is_stand_in(one)]
    known = [one for one, _ in found]
    rest = [one for one in run.declarations if one not in known and not _is_stand_in(one)]
    if rest and (unclear or not found):
        run.note("what setup() is given as ext_modules is unclear: every Extension of setup.py was taken")
        packages = [one for one in (keywords.get("ext_package") for keywords in run.setups) if isinstance(one, str)]
        found += [(one, packages[0] if packages else "") for one in rest]
    return found


def _distinct(found: list[Declared]) -> list[Declared]:
    """Drop repeated names: scripts call setup() again without something when building fails."""
    best: dict[Value, Declared] = {}
    for index, one in enumerate(found):
        key = one.name or index
        held = best.get(key)
        if held is None or (held.refusal is not None and one.refusal is None):
            best[key] = one
    return list(best.values())


def _with_shared(one: Declared, arguments: tuple[str, ...], notes: tuple[str, ...]) -> Declared:
    return replace(one, arguments=(*one.arguments, *arguments), notes=(*one.notes, *notes))
