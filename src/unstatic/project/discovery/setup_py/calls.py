"""Follows the calls of a build script: its own functions and classes, built-ins that need them, outside functions."""

from __future__ import annotations

import ast
from abc import abstractmethod

from unstatic.project.discovery.setup_py import builtin_functions, functions, methods
from unstatic.project.discovery.setup_py.expressions import Expressions
from unstatic.project.discovery.setup_py.state import MAX_DEPTH, Signal
from unstatic.project.discovery.setup_py.values import (
    UNKNOWN,
    Declaration,
    Function,
    Method,
    Namespace,
    Ref,
    Scope,
    Value,
    items,
    merge,
    truth,
)


class Returned(Signal):
    """The function being followed returns the argument."""


class Calls(Expressions):
    """Evaluates expressions, calls included; how statements run is left to the subclass."""

    @abstractmethod
    def execute(self, statements: list[ast.stmt], scope: Scope) -> None:
        """Run statements. Raises Returned, Raised and Stopped."""

    def call(self, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.Call) -> Value:
        """Return what the call yields; UNKNOWN unless the function is understood."""
        if isinstance(function, Method):
            return methods.call(self.run, function, arguments, keywords)
        if isinstance(function, Function):
            return self.inline(function, arguments, keywords)
        if isinstance(function, Namespace) and function.kind == "class":
            return self._instance(function, arguments, keywords, node.lineno)
        if isinstance(function, Ref):
            prefix, _, name = function.name.rpartition(".")
            if prefix == "builtins":
                return self._builtin(name, arguments, keywords, node)
            return functions.call(self.run, function.name, arguments, keywords, node.lineno)
        return UNKNOWN

    def inline(self, function: Function, arguments: list[Value], keywords: dict[str, Value]) -> Value:
        """Return what a function of the project yields, by following its body."""
        if self.run.depth >= MAX_DEPTH:
            return UNKNOWN
        if function.bound is not None:
            arguments = [function.bound, *arguments]
        scope = Scope(self._parameters(function, arguments, keywords), function.scope)
        self.run.depth += 1
        self.run.owners.append(function.bound)
        yielded: list[Value] = []
        self.run.yielded.append(yielded)
        try:
            if isinstance(function.node, ast.Lambda):
                return self.evaluate(function.node.body, scope)
            self.execute(function.node.body, scope)
            result: Value = None
        except Returned as returned:
            result = returned.args[0]
        finally:
            self.run.owners.pop()
            self.run.yielded.pop()
            self.run.depth -= 1
        if yielded:
            return yielded
        for earlier in reversed(scope.pending):
            result = merge(earlier, result)
        return result

    def _yield(self, node: ast.Yield, scope: Scope) -> Value:
        """Remember what a generator yields: it's followed as if it returned the list."""
        if node.value is not None and self.run.yielded:
            self.run.yielded[-1].append(self.evaluate(node.value, scope))
        return None

    def _yieldfrom(self, node: ast.YieldFrom, scope: Scope) -> Value:
        listed = items(self.evaluate(node.value, scope))
        if self.run.yielded:
            self.run.yielded[-1] += [UNKNOWN] if listed is None else listed
        return None

    def _parameters(self, function: Function, arguments: list[Value], keywords: dict[str, Value]) -> dict[str, Value]:
        spec = function.node.args
        positional = [*spec.posonlyargs, *spec.args]
        names: dict[str, Value] = dict.fromkeys((one.arg for one in [*positional, *spec.kwonlyargs]), UNKNOWN)
        defaults = zip(positional[len(positional) - len(spec.defaults) :], spec.defaults, strict=True)
        for parameter, default in [*defaults, *zip(spec.kwonlyargs, spec.kw_defaults, strict=True)]:
            if default is not None:
                names[parameter.arg] = self.evaluate(default, function.scope)
        names.update(zip((one.arg for one in positional), arguments, strict=False))
        if spec.vararg is not None:
            names[spec.vararg.arg] = tuple(arguments[len(positional) :])
        extra = {name: value for name, value in keywords.items() if name not in names}
        names.update({name: value for name, value in keywords.items() if name in names})
        if spec.kwarg is not None:
            names[spec.kwarg.arg] = dict(extra)
        return names

    def _instance(self, kind: Namespace, arguments: list[Value], keywords: dict[str, Value], line: int) -> Value:
        initialiser = kind.find("__init__")
        if kind.descends_from("Extension") or kind.descends_from("Pybind11Extension"):
            declared = functions.declare(self.run, [], {}, line)
            if isinstance(initialiser, Function):
                self.inline(Function(initialiser.node, initialiser.scope, declared), arguments, keywords)
            if "sources" not in declared.keywords:
                # Its own __init__ wasn't understood: its arguments are those of Extension in practice.
                functions.fill(declared, arguments, keywords)
            return declared
        created = Namespace("instance", {}, (kind,))
        if isinstance(initialiser, Function):
            self.inline(Function(initialiser.node, initialiser.scope, created), arguments, keywords)
        return created

    def _builtin(self, name: str, arguments: list[Value], keywords: dict[str, Value], node: ast.Call) -> Value:
        if name in ("map", "filter") and len(arguments) == 2:
            return self._mapped(name, arguments[0], items(arguments[1]), node)
        if name in ("isinstance", "getattr", "setattr", "hasattr", "dir"):
            return self._reflective(name, arguments)
        if name == "super":
            is_declared = bool(self.run.owners) and isinstance(self.run.owners[-1], Declaration)
            return Ref(functions.EXTENSION) if is_declared else UNKNOWN
        if name in ("eval", "exec"):
            return self._source(name, arguments)
        if name == "next" and arguments:
            return methods.next_of(arguments[0])
        if name in ("open", "exit", "quit"):
            return functions.call(self.run, f"builtins.{name}", arguments, keywords, node.lineno)
        return builtin_functions.call(name, arguments, keywords)

    def _mapped(self, name: str, function: Value, listed: list[Value] | None, node: ast.Call) -> Value:
        if listed is None:
            return UNKNOWN
        found = []
        for item in listed:
            self.run.step()
            result = item if function is None else self.call(function, [item], {}, node)
            if name == "map":
                found.append(result)
            elif truth(result) is not False:
                found.append(item)
        return found

    def _reflective(self, name: str, arguments: list[Value]) -> Value:
        owner = arguments[0] if arguments else UNKNOWN
        if name == "isinstance":
            kinds = arguments[1] if isinstance(arguments[1], tuple) else (arguments[1],)
            return builtin_functions.is_instance(
                owner, [one.name.removeprefix("builtins.") if isinstance(one, Ref) else "" for one in kinds]
            )
        if name == "dir":
            return sorted(owner.names) if isinstance(owner, Namespace) else UNKNOWN
        attribute = arguments[1] if len(arguments) > 1 else UNKNOWN
        if not isinstance(attribute, str):
            return UNKNOWN
        if name == "setattr":
            self.set_attribute(owner, attribute, arguments[2])
            return None
        has = self._has(owner, attribute)
        if name == "hasattr":
            return UNKNOWN if has is None else has
        if has is False and len(arguments) > 2:
            return arguments[2]
        return self.attribute(owner, attribute)

    def _has(self, owner: Value, attribute: str) -> bool | None:
        if isinstance(owner, Ref):
            return functions.has(owner.name, attribute)
        if isinstance(owner, Namespace):
            return True if owner.find(attribute) is not UNKNOWN else None
        if isinstance(owner, Declaration):
            return True if attribute in owner.keywords else None
        return None

    def _source(self, name: str, arguments: list[Value]) -> Value:
        """Follow the source text given to `eval` or `exec`, as far as it's known."""
        text = arguments[0] if arguments else UNKNOWN
        if not isinstance(text, str) or self.run.depth >= MAX_DEPTH:
            return UNKNOWN
        names = next((one for one in reversed(arguments[1:]) if isinstance(one, dict)), {})
        scope = Scope({str(key): value for key, value in names.items()})
        self.run.depth += 1
        try:
            if name == "eval":
                return self.evaluate(ast.parse(text.strip(), mode="eval").body, scope)
            self.execute(ast.parse(text).body, scope)
        except (SyntaxError, Signal):
            return UNKNOWN
        finally:
            self.run.depth -= 1
        names.update(scope.names)
        return None
