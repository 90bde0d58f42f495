"""Evaluates the expressions of a build script without running anything."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable, Iterator
from pathlib import PurePath

from unstatic.project.discovery.setup_py import builtin_functions, functions, methods, operators
from unstatic.project.discovery.setup_py.state import Run
from unstatic.project.discovery.setup_py.values import (
    MAX_LENGTH,
    UNKNOWN,
    Declaration,
    Function,
    Namespace,
    Ref,
    Scope,
    Value,
    items,
    merge,
    truth,
    words,
)

_ERRORS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, OSError)
_LISTS = words(
    """
    sources include_dirs define_macros undef_macros extra_compile_args extra_link_args libraries depends
    """
)
# Copies: a dict that holds itself has no end, and what a script stores there is rarely a source.
_NAMES_OF: dict[str, Callable[[Scope], Value]] = {
    "builtins.globals": lambda scope: dict(scope.module().names),
    "builtins.locals": lambda scope: dict(scope.names),
}


class Expressions:
    """Evaluates expressions; how calls and function bodies run is left to the subclasses."""

    def __init__(self, run: Run) -> None:
        self.run = run

    @abstractmethod
    def call(self, function: Value, arguments: list[Value], keywords: dict[str, Value], node: ast.Call) -> Value:
        """Call a value."""

    def evaluate(self, node: ast.expr, scope: Scope) -> Value:
        """Return the value of *node*; UNKNOWN whenever it isn't certain. Raises Raised and Stopped."""
        method: Callable[[ast.expr, Scope], Value] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            return UNKNOWN
        try:
            return method(node, scope)
        except _ERRORS as error:
            return self.run.fail(type(error).__name__)

    def elements(self, nodes: list[ast.expr], scope: Scope) -> list[Value]:
        """Return the values of a display or of arguments, with `*` unpacked."""
        found: list[Value] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                listed = items(self.evaluate(node.value, scope))
                found += [UNKNOWN] if listed is None else listed
            else:
                found.append(self.evaluate(node, scope))
        return found

    def assign(self, target: ast.expr, value: Value, scope: Scope) -> None:
        """Bind *value* to a name, an attribute, an item or a pattern of those."""
        if isinstance(target, ast.Name):
            if target.id in scope.module_names:
                self._set_outer(scope.module().names, target.id, value)
            else:
                scope.names[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value, scope)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.evaluate(target.value, scope), target.attr, value)
        elif isinstance(target, ast.Subscript):
            self._set_item(self.evaluate(target.value, scope), self.evaluate(target.slice, scope), value)

    def _set_outer(self, names: dict[str, Value], name: str, value: Value) -> None:
        """Bind a name outside of the function, beside what another branch may have bound it to."""
        names[name] = merge(names[name], value) if self.run.unsure and name in names else value

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Set an attribute of an Extension, a class, an instance or a module of the project."""
        if isinstance(owner, Declaration | Namespace):
            names = owner.keywords if isinstance(owner, Declaration) else owner.names
            self._set_outer(names, name, value)
        elif isinstance(owner, Ref) and owner.name == "sys" and name == "argv" and isinstance(value, list):
            self.run.arguments[:] = value

    def _unpack(self, targets: list[ast.expr], value: Value, scope: Scope) -> None:
        listed = items(value)
        starred = [index for index, target in enumerate(targets) if isinstance(target, ast.Starred)]
        if listed is not None and starred and len(listed) >= len(targets) - 1:
            first, after = starred[0], len(targets) - starred[0] - 1
            listed = [*listed[:first], listed[first : len(listed) - after], *listed[len(listed) - after :]]
        if listed is None or len(listed) != len(targets):
            listed = [UNKNOWN] * len(targets)
        for target, one in zip(targets, listed, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, one, scope)

    def _set_item(self, owner: Value, key: Value, value: Value) -> None:
        if key is UNKNOWN:
            return
        try:
            if isinstance(owner, dict):
                owner[key] = merge(owner[key], value) if self.run.unsure and key in owner else value
            elif isinstance(owner, list):
                listed = items(value) if isinstance(key, slice) else value
                owner[key] = listed  # type: ignore[call-overload]
        except (TypeError, ValueError, IndexError):
            return

    def _constant(self, node: ast.Constant, scope: Scope) -> Value:
        return node.value

    def _name(self, node: ast.Name, scope: Scope) -> Value:
        holder = scope.holder(node.id)
        if holder is not None:
            return holder.names[node.id]
        return Ref(f"builtins.{node.id}") if builtin_functions.is_builtin(node.id) else UNKNOWN

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Value:
        return self.attribute(self.evaluate(node.value, scope), node.attr)

    def attribute(self, owner: Value, name: str) -> Value:
        """Return the attribute of a value; UNKNOWN if it isn't certain."""
        if isinstance(owner, Ref):
            return functions.constant(self.run, f"{owner.name}.{name}")
        if isinstance(owner, Declaration):
            # Scripts append to these lists, so the list must become the object's own.
            return owner.keywords.setdefault(name, [] if name in _LISTS else None)
        if isinstance(owner, Namespace):
            found = owner.find(name)
            bind = owner.kind == "instance" and isinstance(found, Function) and name not in owner.names
            return Function(found.node, found.scope, owner) if bind and isinstance(found, Function) else found
        return methods.attribute(owner, name)

    def _subscript(self, node: ast.Subscript, scope: Scope) -> Value:
        owner, key = self.evaluate(node.value, scope), self.evaluate(node.slice, scope)
        if UNKNOWN in (owner, key) or not isinstance(owner, str | bytes | list | tuple | dict | range):
            return UNKNOWN
        found: Value = owner[key]  # type: ignore[index,call-overload]
        return found

    def _slice(self, node: ast.Slice, scope: Scope) -> Value:
        ends = [None if end is None else self.evaluate(end, scope) for end in (node.lower, node.upper, node.step)]
        return slice(*ends) if all(end is None or isinstance(end, int) for end in ends) else UNKNOWN

    def _list(self, node: ast.List, scope: Scope) -> Value:
        return self.elements(node.elts, scope)

    def _tuple(self, node: ast.Tuple, scope: Scope) -> Value:
        return tuple(self.elements(node.elts, scope))

    def _set(self, node: ast.Set, scope: Scope) -> Value:
        return set(self.elements(node.elts, scope))

    def _dict(self, node: ast.Dict, scope: Scope) -> Value:
        found: dict[Value, Value] = {}
        for key, value_node in zip(node.keys, node.values, strict=True):
            value = self.evaluate(value_node, scope)
            if key is None:
                found.update(value if isinstance(value, dict) else {UNKNOWN: UNKNOWN})
            else:
                found[self.evaluate(key, scope)] = value
        return found

    def _joinedstr(self, node: ast.JoinedStr, scope: Scope) -> Value:
        parts = [self.evaluate(part, scope) for part in node.values]
        known = [part for part in parts if isinstance(part, str)]
        if len(known) != len(parts) or sum(map(len, known)) > MAX_LENGTH:
            return UNKNOWN
        return "".join(known)

    def _formattedvalue(self, node: ast.FormattedValue, scope: Scope) -> Value:
        value = self.evaluate(node.value, scope)
        spec = self.evaluate(node.format_spec, scope) if node.format_spec is not None else ""
        if not isinstance(value, str | int | float | PurePath) or not isinstance(spec, str):
            return UNKNOWN
        shown = repr(str(value)) if node.conversion == ord("r") and isinstance(value, str) else value
        return format(shown, spec) if methods.is_modest(spec, []) else UNKNOWN

    def _binop(self, node: ast.BinOp, scope: Scope) -> Value:
        return self.combine(node.op, self.evaluate(node.left, scope), self.evaluate(node.right, scope))

    def combine(self, kind: ast.operator, left: Value, right: Value) -> Value:
        """Return the result of a binary operator; UNKNOWN if it can't be applied."""
        try:
            return operators.binary(kind, left, right)
        except _ERRORS as error:
            return self.run.fail(type(error).__name__)

    def _boolop(self, node: ast.BoolOp, scope: Scope) -> Value:
        deciding = isinstance(node.op, ast.Or)
        unknown = False
        value: Value = UNKNOWN
        for operand in node.values:
            value = self.evaluate(operand, scope)
            known = truth(value)
            if known is None:
                unknown = True
            elif known is deciding and (not unknown or not deciding):
                return value
        return UNKNOWN if unknown else value

    def _unaryop(self, node: ast.UnaryOp, scope: Scope) -> Value:
        value = self.evaluate(node.operand, scope)
        return operators.unary(node.op, value, truth(value))

    def _compare(self, node: ast.Compare, scope: Scope) -> Value:
        left, unknown = self.evaluate(node.left, scope), False
        for kind, comparator in zip(node.ops, node.comparators, strict=True):
            right = self.evaluate(comparator, scope)
            found = operators.compare(kind, left, right)
            if found is False:
                return False
            unknown = unknown or found is UNKNOWN
            left = right
        return UNKNOWN if unknown else True

    def _ifexp(self, node: ast.IfExp, scope: Scope) -> Value:
        known = truth(self.evaluate(node.test, scope))
        self.run.is_in_doubt |= known is None
        if known is not None or self.run.skips:
            return self.evaluate(node.body if known else node.orelse, scope)
        with self.run.uncertain():
            return merge(self.evaluate(node.body, scope), self.evaluate(node.orelse, scope))

    def _namedexpr(self, node: ast.NamedExpr, scope: Scope) -> Value:
        value = self.evaluate(node.value, scope)
        self.assign(node.target, value, scope)
        return value

    def _lambda(self, node: ast.Lambda, scope: Scope) -> Value:
        return Function(node, scope)

    def _listcomp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope) -> Value:
        inner = Scope({}, scope)
        found: list[Value] = []
        try:
            for _ in self._turns(node.generators, inner):
                found.append(self.evaluate(node.elt, inner))
        except LookupError:
            return UNKNOWN
        return set(found) if isinstance(node, ast.SetComp) else found

    _setcomp = _generatorexp = _listcomp

    def _dictcomp(self, node: ast.DictComp, scope: Scope) -> Value:
        inner = Scope({}, scope)
        found: dict[Value, Value] = {}
        for _ in self._turns(node.generators, inner):
            found[self.evaluate(node.key, inner)] = self.evaluate(node.value, inner)
        return found

    def _turns(self, generators: list[ast.comprehension], scope: Scope) -> Iterator[None]:
        """Yield once per turn, with the names bound. An item whose condition is unknown stays in."""
        if not generators:
            yield
            return
        first, *rest = generators
        listed = items(self.evaluate(first.iter, scope))
        if listed is None:
            raise LookupError
        for item in listed:
            self.run.step()
            self.assign(first.target, item, scope)
            if all(truth(self.evaluate(test, scope)) is not False for test in first.ifs):
                yield from self._turns(rest, scope)

    def _call(self, node: ast.Call, scope: Scope) -> Value:
        function = self.evaluate(node.func, scope)
        if isinstance(function, Ref) and function.name in _NAMES_OF and not node.args:
            return _NAMES_OF[function.name](scope)
        arguments = self.elements(node.args, scope)
        keywords: dict[str, Value] = {}
        for keyword in node.keywords:
            value = self.evaluate(keyword.value, scope)
            if keyword.arg is not None:
                keywords[keyword.arg] = value
            elif isinstance(value, dict):
                keywords.update({"**" if name is UNKNOWN else str(name): one for name, one in value.items()})
            else:
                keywords["**"] = UNKNOWN
        self.run.step()
        return self.call(function, arguments, keywords, node)
