"""Follows the statements of a build script without running anything."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable

from unstatic.project.discovery.setup_py.calls import Calls, Returned
from unstatic.project.discovery.setup_py.imports import Imports
from unstatic.project.discovery.setup_py.state import Raised, Run, Signal
from unstatic.project.discovery.setup_py.values import UNKNOWN, Function, Namespace, Scope, Value, items, merge, truth


class _Break(Signal):
    """`break` in the loop being followed."""


class _Continue(Signal):
    """`continue` in the loop being followed."""


_MAX_WHILE = 1_000


class Interpreter(Calls):
    """Follows a whole script. Both branches of an unknown condition are followed, and their results united."""

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.imports = Imports(run, self)

    def execute(self, statements: list[ast.stmt], scope: Scope) -> None:
        """Run statements. Raises Returned, Raised and Stopped."""
        for statement in statements:
            method: Callable[[ast.stmt, Scope], None] | None
            method = getattr(self, f"_{type(statement).__name__.lower()}_", None)
            if method is not None:
                method(statement, scope)

    def _expr_(self, node: ast.Expr, scope: Scope) -> None:
        self.evaluate(node.value, scope)

    def _assign_(self, node: ast.Assign, scope: Scope) -> None:
        value = self.evaluate(node.value, scope)
        for target in node.targets:
            self.assign(target, value, scope)

    def _annassign_(self, node: ast.AnnAssign, scope: Scope) -> None:
        if node.value is not None:
            self.assign(node.target, self.evaluate(node.value, scope), scope)

    def _augassign_(self, node: ast.AugAssign, scope: Scope) -> None:
        value = self.evaluate(node.value, scope)
        read: ast.expr = node.target
        if isinstance(read, ast.Name):
            read = ast.Name(read.id, ast.Load())
        old = self.evaluate(read, scope)
        if isinstance(node.op, ast.Add) and isinstance(old, list):
            more = items(value)
            # In place, because other names may hold the same list.
            old += [UNKNOWN] if more is None else more
            if isinstance(node.target, ast.Name):
                self.assign(node.target, old, scope)
            return
        self.assign(node.target, self.combine(node.op, old, value), scope)

    def _if_(self, node: ast.If, scope: Scope) -> None:
        known = truth(self.evaluate(node.test, scope))
        self.run.is_in_doubt |= known is None
        if known is None and self.run.skips:
            self.execute(node.orelse, scope)
        elif known is None:
            self._note_condition(node)
            self._either(node.body, node.orelse, scope)
        else:
            self.execute(node.body if known else node.orelse, scope)

    def _note_condition(self, node: ast.If | ast.Match) -> None:
        if self.run.depth == 0:
            self.run.note(f"{self.run.script.name}:{node.lineno}: unknown condition, both branches were followed")

    def _either(self, first: list[ast.stmt], second: list[ast.stmt], scope: Scope) -> None:
        """Follow both branches. A branch that leaves doesn't decide what comes after."""
        before = dict(scope.names)
        with self.run.uncertain():
            left = self._outcome(first, scope)
            after_first = scope.names
            scope.names = before
            right = self._outcome(second, scope)
        if left is not None and right is not None:
            raise self._joined(left, right)
        for signal in (left, right):
            if isinstance(signal, Returned):
                scope.pending.append(signal.args[0])
        if left is None:
            scope.names = after_first if right is not None else _merged(after_first, scope.names)

    def _joined(self, left: Signal, right: Signal) -> Signal:
        if isinstance(left, Returned) and isinstance(right, Returned):
            return Returned(merge(left.args[0], right.args[0]))
        return right if isinstance(left, Raised) else left

    def _outcome(self, statements: list[ast.stmt], scope: Scope) -> Signal | None:
        try:
            self.execute(statements, scope)
        except Signal as signal:
            return signal
        return None

    def _for_(self, node: ast.For, scope: Scope) -> None:
        listed = items(self.evaluate(node.iter, scope))
        try:
            if listed is None:
                with self.run.uncertain():
                    self._turn(node, UNKNOWN, scope)
            else:
                for item in listed:
                    self._turn(node, item, scope)
        except _Break:
            return
        self.execute(node.orelse, scope)

    def _turn(self, node: ast.For, item: Value, scope: Scope) -> None:
        self.run.step()
        self.assign(node.target, item, scope)
        try:
            self.execute(node.body, scope)
        except _Continue:
            return

    def _while_(self, node: ast.While, scope: Scope) -> None:
        for _ in range(_MAX_WHILE):
            self.run.step()
            known = truth(self.evaluate(node.test, scope))
            if known is False:
                break
            try:
                if known is None:
                    self._either(node.body, [], scope)
                    break
                self.execute(node.body, scope)
            except _Continue:
                continue
            except _Break:
                return
        self.execute(node.orelse, scope)

    def _break_(self, node: ast.Break, scope: Scope) -> None:
        raise _Break

    def _continue_(self, node: ast.Continue, scope: Scope) -> None:
        raise _Continue

    def _return_(self, node: ast.Return, scope: Scope) -> None:
        raise Returned(None if node.value is None else self.evaluate(node.value, scope))

    def _raise_(self, node: ast.Raise, scope: Scope) -> None:
        raise Raised(_exception_name(node.exc.func if isinstance(node.exc, ast.Call) else node.exc))

    def _try_(self, node: ast.Try, scope: Scope) -> None:
        try:
            self._guarded(node, scope)
        finally:
            self.execute(node.finalbody, scope)

    def _guarded(self, node: ast.Try, scope: Scope) -> None:
        def catches(exception: str) -> bool:
            return any(_catches(handler, exception) for handler in node.handlers)

        self.run.catching.append(catches)
        try:
            self.execute(node.body, scope)
        except Raised as raised:
            for handler in node.handlers:
                if _catches(handler, raised.args[0]):
                    if handler.name is not None:
                        scope.names[handler.name] = UNKNOWN
                    self.run.catching.pop()
                    try:
                        self.execute(handler.body, scope)
                    finally:
                        self.run.catching.append(catches)
                    return
            raise
        finally:
            self.run.catching.pop()
        self.execute(node.orelse, scope)

    def _with_(self, node: ast.With, scope: Scope) -> None:
        for item in node.items:
            value = self.evaluate(item.context_expr, scope)
            if item.optional_vars is not None:
                self.assign(item.optional_vars, value, scope)
        self.execute(node.body, scope)

    def _match_(self, node: ast.Match, scope: Scope) -> None:
        self._note_condition(node)
        for case in node.cases:
            self._either(case.body, [], scope)

    def _functiondef_(self, node: ast.FunctionDef, scope: Scope) -> None:
        scope.names[node.name] = Function(node, scope)

    def _classdef_(self, node: ast.ClassDef, scope: Scope) -> None:
        bases = tuple(self.evaluate(base, scope) for base in node.bases)
        body = Scope({}, scope, is_class=True)
        self.execute(node.body, body)
        created = Namespace("class", body.names, bases)
        scope.names[node.name] = created
        if created.descends_from("build_ext"):
            self.run.changes_build = True
            self.run.note(f"class {node.name} changes how extensions are built: if anything is missing, pass -I and -D")

    def _import_(self, node: ast.Import, scope: Scope) -> None:
        for alias in node.names:
            module = self.imports.module(alias.name)
            top = module if alias.asname else self.imports.module(alias.name.split(".")[0])
            scope.names[alias.asname or alias.name.split(".")[0]] = top

    def _importfrom_(self, node: ast.ImportFrom, scope: Scope) -> None:
        for alias in node.names:
            found = self.imports.member(node.module or "", alias.name, node.level, scope)
            if alias.name != "*":
                scope.names[alias.asname or alias.name] = found

    def _global_(self, node: ast.Global, scope: Scope) -> None:
        scope.module_names.update(node.names)

    def _delete_(self, node: ast.Delete, scope: Scope) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name) and not self.run.unsure:
                scope.names.pop(target.id, None)


def _merged(first: dict[str, Value], second: dict[str, Value]) -> dict[str, Value]:
    both = {name: merge(value, second[name]) for name, value in first.items() if name in second}
    return {**first, **second, **both}


def _exception_name(node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _catches(handler: ast.ExceptHandler, exception: str) -> bool:
    """Tell whether the handler catches an exception of this name; an unknown one, "", is caught."""
    if handler.type is None or not exception:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    raised = getattr(builtins, exception, None)
    for name in map(_exception_name, kinds):
        caught = getattr(builtins, name, None)
        if name in (exception, "Exception", "BaseException"):
            return True
        if isinstance(raised, type) and isinstance(caught, type) and issubclass(raised, caught):
            return True
    return False
