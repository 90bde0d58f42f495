"""Finds out how to make instances of a module's types: from the user, by guesses, or from the package's own tests."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from unstatic.errors import UsageError
from unstatic.system.building import processes
from unstatic.system.building.processes import Finished
from unstatic.verify.children import Json
from unstatic.verify.recipes import Call, Recipe, Recording, collected, completed, iterations, source

__all__ = ["Call", "Recipe", "Recording", "checked", "guess", "read", "record", "source"]

RECORDING = Path(__file__).with_name("recording")
PROBES = Path(__file__).with_name("probes")
FIRST_WITH_MONITORING = (3, 12)
# Tried in turn: harmless for whatever takes them.
GUESSES = (
    *("()", "(0,)", "(1,)", "('',)", "('a',)", "(b'a',)", "([],)", "({},)", "(None,)"),
    *("(1, 2)", "('a', 'b')", "([1, 2],)"),
)
# Seconds for one try, for one recipe of an exercise that runs ten thousand times, and for all of them.
LIMIT, SLOW, BUDGET = 1.0, 0.01, 0.05


def read(path: Path) -> str:
    """
    Return the exercise of a file: its own function `exercise`, else one that collects its top-level expressions.

    Those see the module as `module`, by the last part of its name, and all of its public names.
    """
    try:
        text = importlib.util.decode_source(path.read_bytes())
        tree = ast.parse(text)
    except OSError as error:
        raise UsageError(f"{path}: can't read the exercise: {error.strerror}; look at the path") from None
    except SyntaxError as error:
        raise UsageError(f"{path}:{error.lineno or 1}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}:1: not a Python file: {error}") from None
    if any(isinstance(node, ast.FunctionDef) and node.name == "exercise" for node in tree.body):
        return text
    return _collecting(path, tree)


def _collecting(path: Path, tree: ast.Module) -> str:
    found = [node for node in tree.body if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)]
    if not found:
        advice = "write a function `exercise(module)`, or expressions that make instances"
        raise UsageError(f"{path}:1: makes nothing: {advice}")
    for node in found:
        keep = ast.Name("unstatic_keep", ast.Load())
        node.value = ast.copy_location(ast.Call(keep, [node.value], []), node.value)
    return _COLLECTING.format(statements=ast.unparse(ast.fix_missing_locations(tree)), file=str(path))


_COLLECTING = """\
import sys

STATEMENTS = compile({statements!r}, {file!r}, "exec")


def exercise(module):
    made = []

    def keep(value):
        made.extend(value if type(value) in (list, tuple) else [] if value is None else [value])

    scope = {{name: value for name, value in vars(module).items() if not name.startswith("_")}}
    name = module.__name__
    scope.update({{"__name__": "exercise", "module": module, name.rpartition(".")[2]: module, "unstatic_keep": keep}})
    # An `import` in the file has to give this copy of the module too.
    first = sys.modules.get(name)
    sys.modules[name] = module
    try:
        exec(STATEMENTS, scope)
    finally:
        if first is None:
            del sys.modules[name]
        else:
            sys.modules[name] = first
    return made
"""


def guess(python: Path, module: str, path: Sequence[Path], timeout: float) -> str:
    """
    Return an exercise that makes an instance of each type that takes harmless arguments, in the build on *path*.

    No function of the module is called. Each try is made in a child; *timeout* is for all of them.
    """
    found = _try(python, module, path, timeout, {"guesses": [*GUESSES]})
    lines = ["def exercise(module):", "    made = []"]
    for text in found if isinstance(found, list) else []:
        lines.append(f"    made.append({text})")
    return "\n".join([*lines, "    return made", ""])


def record(
    python: Path, module: str, command: str, cwd: Path, env: Mapping[str, str], log: Path, timeout: float
) -> Recording:
    """
    Run a test command once and return the calls of *module* that can be repeated; what it prints goes to *log*.

    Tests that fail or take too long still give what they did until then. The reason says why there is nothing.
    """
    version = _version(python)
    if version is None or version < FIRST_WITH_MONITORING:
        is_ = "this can't be run" if version is None else f"this is {version[0]}.{version[1]}"
        return Recording(module, reason=f"recording needs Python 3.12 or newer, and {is_}: {python}")
    with tempfile.TemporaryDirectory(prefix="unstatic-record-") as folder:
        ended = _end(processes.run(command, cwd, _recording_environment(python, module, env, folder), timeout, log))
        recording = collected(module, Path(folder))
    reason = f"{recording.reason}; the command {ended}: see {log}" if recording.reason and ended else recording.reason
    return replace(recording, reason=reason)


def _version(python: Path) -> tuple[int, int] | None:
    question = [str(python), "-c", "import sys; print(*sys.version_info[:2])"]
    try:
        answer = subprocess.run(question, capture_output=True, text=True, timeout=60)
        major, minor = answer.stdout.split()
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return int(major), int(minor)


def _recording_environment(python: Path, module: str, env: Mapping[str, str], folder: str) -> dict[str, str]:
    path = os.pathsep.join([str(RECORDING), *filter(None, [env.get("PYTHONPATH")])])
    commands = os.pathsep.join([str(python.parent), env.get("PATH", os.defpath)])
    ours = {"UNSTATIC_RECORD_MODULE": module, "UNSTATIC_RECORD_FOLDER": folder}
    return {**env, **ours, "PYTHONPATH": path, "PATH": commands, "PYTHONDONTWRITEBYTECODE": "1"}


def _end(run: Finished) -> str:
    """Return how a command ended, empty for well."""
    if run.timed_out:
        return f"took longer than {run.seconds:.0f} s"
    return f"ended with status {run.exit}" if run.exit else ""


def checked(recording: Recording, python: Path, path: Sequence[Path], timeout: float) -> Recording:
    """
    Return the recipes that can be repeated: that neither crash nor hang, are fast, and give the same every time.

    They're run in the original build, that on *path*. *timeout* is for each round of them.
    """

    def ask(recipes: Sequence[Recipe], how: str) -> Json:
        text = source(replace(recording, recipes=tuple(recipes)))
        return _try(python, recording.module, path, timeout, {how: text})

    good: list[Recipe] = []
    left = recording.recipes
    # What one call gives may be what another one needs.
    while possible := [recipe for recipe in left if recipe.is_possible]:
        tried = list(_agreeing(possible, ask(possible, "recipes")))
        good += [recipe for recipe in tried if recipe.is_possible]
        left = (*(recipe for recipe in left if not recipe.is_possible), *(one for one in tried if not one.is_possible))
        left = completed((*good, *left))[len(good) :]
    iterators = iterations(good)
    good += [one for one in _agreeing(iterators, ask(iterators, "recipes")) if one.makes not in ("", one.owner)]
    types = {*recording.types, *(recipe.makes for recipe in good if recipe.makes)}
    recording = replace(recording, types=tuple(sorted(types)))
    kept = _together(sorted(good, key=_place), ask)
    reason = recording.reason if kept or recording.reason else "no recorded call could be repeated"
    return replace(recording, recipes=tuple(kept), reason=reason)


def _agreeing(recipes: Sequence[Recipe], tries: Json) -> Iterator[Recipe]:
    """Yield the recipes that gave the same twice, with the type that they gave; without a way that was wrong."""
    for recipe, answer in zip(recipes, tries if isinstance(tries, list) else [], strict=False):
        if not isinstance(answer, list):
            continue
        _, owner, makes, seconds, leaks = answer
        if recipe.owner and owner != recipe.owner:
            yield replace(recipe, make=())
        elif isinstance(seconds, float) and seconds <= SLOW:
            yield replace(recipe, makes=str(makes), leaks=bool(leaks))


def _place(recipe: Recipe) -> tuple[bool, int, str]:
    return not recipe.is_constructor, len(recipe.text), recipe.text


def _together(recipes: Sequence[Recipe], ask: Callable[[Sequence[Recipe], str], Json]) -> Sequence[Recipe]:
    """Return those that also work and agree one after the other; if they don't, those of the first half that do."""
    while recipes:
        first, second = (ask(recipes, "whole") for _ in range(2))
        if isinstance(first, dict) and isinstance(second, dict) and _seconds(first) <= BUDGET:
            return _equal(recipes, first["outcomes"], second["outcomes"])
        recipes = recipes[: len(recipes) // 2]
    return ()


def _seconds(answer: dict[str, Json]) -> float:
    seconds = answer["seconds"]
    return seconds if isinstance(seconds, float) else BUDGET


def _equal(recipes: Sequence[Recipe], first: Json, second: Json) -> list[Recipe]:
    lines = zip(first, second, strict=True) if isinstance(first, list) and isinstance(second, list) else ()
    return [recipe for recipe, (one, other) in zip(recipes, lines, strict=True) if one == other]


def _try(python: Path, module: str, path: Sequence[Path], timeout: float, request: dict[str, Json]) -> Json:
    """Return what the trial script answers; None for one that fails, as it does when there's no such module."""
    basics: dict[str, Json] = {"module": module, "path": [str(entry) for entry in path]}
    with tempfile.TemporaryDirectory(prefix="unstatic-trial-") as folder:
        question, answer = Path(folder, "request.json"), Path(folder, "answer.json")
        question.write_text(json.dumps({**basics, "probes": str(PROBES), "limit": LIMIT, **request}), encoding="utf-8")
        command = [str(python), str(RECORDING / "trial.py"), str(question), str(answer)]
        processes.run(command, Path(folder), _clean_environment(), timeout, Path(folder, "log"))
        result: Json = json.loads(answer.read_text(encoding="utf-8")) if answer.exists() else None
    return result


def _clean_environment() -> dict[str, str]:
    kept = {name: value for name, value in processes.own_environment().items() if not name.startswith("PYTHON")}
    # Sets are in the same order in every run.
    return kept | {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
