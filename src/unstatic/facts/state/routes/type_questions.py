"""Questions whether something is of one of the module's types: where there is no module, it is of none.

`Box_Check` in a table that a capsule hands out has no way to raise an exception, and needs none (G432). A callback that
asks this first of an object that it is given finds the module of that, if it has one (G646).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from unstatic.c.expressions import expression
from unstatic.c.nodes import Assignment, Binary, Call, Conditional, Literal, Name, Node, Opaque, Postfix, Prefix
from unstatic.c.readings import expressions_of
from unstatic.c.syntax import Statement, StatementKind
from unstatic.capi.modules import HOLD_POINTERS
from unstatic.capi.types import ANY_OBJECT, TYPE_OF, TYPE_POINTERS, TYPE_QUESTIONS
from unstatic.model.extension import Declaration, Extension, File, Reference
from unstatic.model.fact import fact
from unstatic.model.macros import Macro
from unstatic.model.uses import use_of

_TRUTHS = frozenset(("int", "long", "bool", "_Bool"))
_HARMLESS = TYPE_QUESTIONS | TYPE_OF | {b"assert"}
_FALSE = frozenset((b"0", b"NULL", b"false"))
_DEPTH = 4


@fact
def types_asked_for(model: Extension, symbol: str, definition: Declaration) -> frozenset[str] | None:
    """Return the static types and pointers to types, by symbol, of which a function asks whether something is one.

    None if it does more, or where it may say anything but 0 of what is of none of them.
    """
    if definition.body is None or (definition.result_type or "") not in _TRUTHS:
        return None
    if any(item.span.start in definition.body for item in model.files[definition.path].lexed.directives):
        return None
    question = _Question(model, model.files[definition.path].at(definition.body.start))
    body = model.body_at(symbol, definition.path, definition.body.start)
    return frozenset(question.asked) if question.ends(body.children) and question.asked else None


class _Question:
    """One reading of a function, as if nothing were of any of the module's types."""

    def __init__(self, model: Extension, file: File) -> None:
        self._model = model
        self._file = file
        pointers = (item for item in model.globals if item.declaration.canonical_type in TYPE_POINTERS)
        self._types = {item.name.encode(): item.symbol for item in model.types}
        self._pointers = {item.name.encode(): item.symbol for item in pointers}
        self._opened: list[bytes] = []
        self.asked: set[str] = set()

    def ends(self, items: Sequence[Statement]) -> bool | None:
        """Tell whether statements end by 0 (True), or go on (False); None where they may do anything else."""
        for item in items:
            found = self._ends(item)
            if found is not False:
                return found
        return False

    def _ends(self, item: Statement) -> bool | None:
        if item.kind is StatementKind.BLOCK:
            return self.ends(item.children)
        trees = expressions_of(item)
        if not trees or not all(self._only_asks(tree) for tree in trees):
            return None
        if item.kind is StatementKind.RETURN:
            return True if self._is_false(trees[0]) else None
        if item.kind is StatementKind.IF:
            ways = [self._ends(child) for child in item.children]
            ways += [False] * (2 - len(ways))
            taken = ways[1:] if self._is_false(trees[0]) else ways
            return None if None in taken else all(taken)
        return False if item.kind is StatementKind.SIMPLE else None

    def _only_asks(self, tree: Node) -> bool:
        """Tell whether an expression or a declaration changes nothing."""
        return not any(self._may_change(node) for node in tree.walk() if node.tokens)

    def _may_change(self, node: Node) -> bool:
        if isinstance(node, Call):
            return _name(node) not in _HARMLESS and not self._holds_inside(node, self._only_asks)
        is_counted = isinstance(node, Postfix) or (isinstance(node, Prefix) and node.operator in (b"++", b"--"))
        return is_counted or isinstance(node, Opaque | Assignment)

    def _is_false(self, tree: Node) -> bool:
        """Tell whether an expression is surely 0."""
        node = tree.bare
        if isinstance(node, Literal | Name):
            return len(node.tokens) == 1 and node.tokens[0].text in _FALSE
        if isinstance(node, Conditional):
            if self._is_false(node.test):
                return self._is_false(node.no)
            return node.yes is not None and self._is_false(node.yes) and self._is_false(node.no)
        if isinstance(node, Binary):
            return self._is_false_of_two(node)
        if isinstance(node, Call):
            if _name(node) in TYPE_QUESTIONS:
                return len(node.arguments) == 2 and self._is_own(node.arguments[1])
            return self._holds_inside(node, self._is_false)
        return False

    def _is_false_of_two(self, node: Binary) -> bool:
        if node.operator == b"||":
            return self._is_false(node.left) and self._is_false(node.right)
        if node.operator == b"&&":
            return self._is_false(node.left) or self._is_false(node.right)
        own = [side for side in (node.left, node.right) if self._is_own(side)]
        return node.operator == b"==" and len(own) == 1

    def _is_own(self, tree: Node) -> bool:
        """Tell whether an expression is the address of one of the module's types, or a variable that points to one."""
        node = tree.bare
        is_address = isinstance(node, Prefix) and node.operator == b"&"
        named = node.operand.bare if isinstance(node, Prefix) and is_address else node
        names = self._types if is_address else self._pointers
        symbol = names.get(named.text) if isinstance(named, Name) else None
        if symbol is not None:
            self.asked.add(symbol)
        return symbol is not None

    def _holds_inside(self, call: Call, holds: Callable[[Node], bool]) -> bool:
        """Tell whether something holds for what a macro of the project stands for."""
        name = _name(call)
        bodies = [] if name in self._opened else [each.body for each in self._meant(call)]
        self._opened.append(name)
        found = bool(bodies) and all(body and holds(expression(body)) for body in bodies)
        self._opened.pop()
        return found

    def _meant(self, call: Call) -> Sequence[Macro]:
        """Return the definitions of a macro that may be meant: the one that is, unless another macro names it."""
        macro = self._model.macros.get(_name(call).decode("utf-8", "surrogateescape"))
        used = self._file.expansions.get(call.span.start) if not self._opened else None
        known = used.definition if used is not None else None
        every = macro.all if macro is not None else ()
        return [each for each in every if known in (None, (each.definition.path, each.definition.span.start))]


def _name(call: Call) -> bytes:
    return call.function.text if isinstance(call.function, Name) else b""


@fact
def asked_object(model: Extension, symbol: str) -> int | None:
    """Return which parameter of a function is an object that it asks for one of the module's types before all else.

    That is looked for in functions alone whose address is made an object: Python code calls them.
    """
    function = model.functions[symbol]
    is_called = bool(function.escapes) and all(_is_made_object(model, escape) for escape in function.escapes)
    if not is_called or function.alternatives or function.roles or model.language != "c":
        return None
    places = range(len(function.definition.parameters))
    return next((place for place in places if _is_asked_first(model, symbol, place)), None)


def _is_made_object(model: Extension, escape: Reference) -> bool:
    around = model.calls_around(escape.function or "", escape.offset) if escape.function in model.functions else []
    return bool(around) and around[-1].name.text in HOLD_POINTERS


def _is_asked_first(model: Extension, symbol: str, place: int, depth: int = 0) -> bool:
    """Tell whether a function asks for the type of an argument where no way leads around that."""
    function = model.functions[symbol]
    if depth > _DEPTH or function.alternatives or place >= len(function.definition.parameters):
        return False
    parameter = function.definition.parameters[place]
    declared = model.by_symbol.get(parameter, ())
    if not any(item.pointee_record in ANY_OBJECT and item.canonical_type.count("*") == 1 for item in declared):
        return False
    uses = sorted(model.uses.get(parameter, ()), key=lambda use: use.offset)
    return bool(uses) and _is_certain(model, symbol, uses[0]) and _asks(model, uses[0], depth)


def _is_certain(model: Extension, symbol: str, use: Reference) -> bool:
    """Tell whether a use is evaluated each time that the function is called."""
    body = model.body(symbol)
    statement = body.child_at(use.offset)
    if statement is None or not any(use.offset in token.span for token in statement.head):
        return False
    before = body.children[: body.children.index(statement)]
    if any(item.kind is not StatementKind.SIMPLE for item in before):
        return False
    for node in use_of(model, use).around:
        choice = node.test if isinstance(node, Conditional) else None
        if isinstance(node, Binary) and node.operator in (b"&&", b"||"):
            choice = node.left
        if choice is not None and use.offset not in choice.span:
            return False
    return True


def _asks(model: Extension, use: Reference, depth: int) -> bool:
    """Tell whether an argument is asked for a type of the module where it is used."""
    call = next((node for node in use_of(model, use).around if isinstance(node, Call)), None)
    if call is None or use.via_macro is not None:
        return False
    name = _name(call)
    types = {item.name.encode() for item in model.types} | {item.name.encode() for item in model.globals}
    macro = model.macros.get(name.decode("utf-8", "surrogateescape"))
    words = {token.text for each in macro.all for token in each.body} if macro is not None else set[bytes]()
    if name in TYPE_QUESTIONS:
        words = {token.text for argument in call.arguments[1:] for token in argument.tokens} | {name}
    if name in TYPE_QUESTIONS or macro is not None:
        return not words.isdisjoint(TYPE_QUESTIONS) and not words.isdisjoint(types)
    found = model.functions_named.get(name.decode("utf-8", "surrogateescape"), ())
    place = next((at for at, item in enumerate(call.arguments) if item.tokens and use.offset in item.span), -1)
    return len(found) == 1 and _is_asked_first(model, found[0], place, depth + 1)
