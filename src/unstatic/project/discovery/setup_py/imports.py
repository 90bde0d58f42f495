"""Imports of a build script: modules of the project are followed, all others are only named."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Protocol

from unstatic.project.discovery.setup_py import functions
from unstatic.project.discovery.setup_py.state import MAX_DEPTH, Endless, Run, Signal, Stopped
from unstatic.project.discovery.setup_py.values import UNKNOWN, Namespace, Ref, Scope, Value, as_text

_ALWAYS_THERE = frozenset({"setuptools", "distutils", "wheel", "pkg_resources"})

_MAX_MODULES = 50


class Executor(Protocol):
    """Whatever can follow statements."""

    def execute(self, statements: list[ast.stmt], scope: Scope) -> None:
        """Follow *statements*."""


class Imports:
    """Finds what an import statement binds."""

    def __init__(self, run: Run, executor: Executor) -> None:
        self._run = run
        self._executor = executor

    def module(self, name: str) -> Value:
        """Return a module by its dotted name. Raises Raised when the script handles its absence."""
        top = name.split(".")[0]
        if top in sys.stdlib_module_names or top in _ALWAYS_THERE:
            return Ref(name, imported=True)
        found = self._local(self._folders(), name.split("."))
        if found is not None:
            return found
        # A build runs in an environment that holds what pyproject.toml asks for and nothing else.
        if top.lower() not in self._run.available:
            self._run.fail("ImportError")
        return Ref(name, imported=True)

    def script(self, path: Path) -> Namespace | None:
        """Return the module that a script of the project is, by its absolute path; None if it can't be read."""
        return self._evaluated(path)

    def member(self, module: str, name: str, level: int, scope: Scope) -> Value:
        """Return what `from module import name` binds; for `*`, fill the scope's names."""
        if level:
            folder = self._folder_of(scope, level)
            parts = module.split(".") if module else [name]
            found: Value = self._local([folder], parts) if folder else None
            if not module:
                return UNKNOWN if found is None else found
        else:
            found = self.module(module)
        if not isinstance(found, Namespace):
            known = functions.constant(self._run, f"{module}.{name}")
            return Ref(known.name, imported=True) if isinstance(known, Ref) else known
        if name == "*":
            scope.names.update({key: value for key, value in found.names.items() if not key.startswith("_")})
            return None
        inner = found.find(name)
        if inner is UNKNOWN:
            folder = Path(str(found.names.get("__file__", ""))).parent
            inner = self._local([folder], [name]) or UNKNOWN
        return inner

    def _folder_of(self, scope: Scope, level: int) -> Path | None:
        script = as_text(scope.module().names.get("__file__"))
        return Path(script).parents[level - 1] if script and len(Path(script).parents) >= level else None

    def _folders(self) -> list[Path]:
        """Return the folders of `sys.path` that lie in the project."""
        listed = [as_text(one) for one in self._run.search_path]
        return [self._run.files.root, *(self._run.files.absolute(one) for one in listed if one)]

    def _local(self, folders: list[Path], parts: list[str]) -> Namespace | None:
        for folder in folders:
            for candidate in (folder.joinpath(*parts).with_suffix(".py"), folder.joinpath(*parts, "__init__.py")):
                found = self._evaluated(candidate)
                if found is not None:
                    return self._with_parents(folder, parts, found)
            if len(parts) == 1 and folder.joinpath(parts[0]).is_dir() and self._run.files.inside(folder / parts[0]):
                return Namespace("module", {"__file__": str(folder / parts[0] / "__init__.py")})
        return None

    def _with_parents(self, folder: Path, parts: list[str], found: Namespace) -> Namespace:
        """Bind a submodule in its package, as importing does."""
        if len(parts) > 1:
            package = self._local([folder], parts[:-1])
            if package is not None:
                package.names[parts[-1]] = found
                self._run.modules[folder.joinpath(*parts[:-1], "__init__.py")] = package
        return found

    def _evaluated(self, path: Path) -> Namespace | None:
        if path in self._run.modules:
            return self._run.modules[path]
        text = self._run.files.text(path)
        if text is None or path == self._run.script or self._run.depth >= MAX_DEPTH:
            return None
        if len(self._run.modules) >= _MAX_MODULES:
            raise Stopped("it imports too many modules")
        scope = Scope({"__file__": str(path), "__name__": path.stem})
        module = Namespace("module", scope.names)
        self._run.modules[path] = module
        self._run.depth += 1
        steps, self._run.steps = self._run.steps, 0  # a module that takes too long mustn't stop the script
        try:
            self._executor.execute(ast.parse(text).body, scope)
        except (SyntaxError, ValueError, RecursionError, MemoryError, Signal, Endless):
            self._run.note(f"{path.name} can't be followed to its end")
        finally:
            self._run.depth -= 1
            self._run.steps = steps
        module.names.update(scope.names)
        return module
