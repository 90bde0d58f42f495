"""Uses of symbols with their roles: what is done with a name where it stands, read from the tree of its expression."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from unstatic.c.expressions import expression
from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import (
    Assignment,
    Binary,
    Call,
    Cast,
    Conditional,
    Declarator,
    Element,
    Index,
    Member,
    Name,
    Node,
    Opaque,
    Parenthesised,
    Postfix,
    Prefix,
)
from unstatic.c.readings import AllBut, expressions_of
from unstatic.c.syntax import Statement, StatementKind, statements
from unstatic.model.expansion import Made, Unfollowed
from unstatic.model.extension import Extension, File, Macro, Reference, SymbolKind
from unstatic.model.fact import common_fact, fact
from unstatic.text.source import Span

_COMPARING = frozenset((b"==", b"!=", b"<", b">", b"<=", b">=", b"&&", b"||"))
_TESTING = frozenset((StatementKind.IF, StatementKind.LOOP, StatementKind.SWITCH))
_SIZES = frozenset((b"sizeof", b"_Alignof", b"alignof", b"__alignof__", b"__alignof"))


class UsedAs(enum.Enum):
    """What is done with a name, casts and parentheses around it left out."""

    READ = "read"
    WRITTEN = "assigned to"
    CHANGED = "read and assigned to"
    CALLED = "called"
    ARGUMENT = "passed to a call"
    ADDRESS = "its address taken"
    MEMBER = "a member of it used"
    ELEMENT = "an element of it used"
    POINTEE = "what it points to used"
    RETURNED = "returned"
    INITIALISES = "what a variable starts with"
    ASSIGNED = "assigned to something else"
    COMPARED = "compared or tested"
    SIZED = "its size taken"
    UNKNOWN = "named by a macro, or where the code isn't understood"


STORING = frozenset((UsedAs.WRITTEN, UsedAs.CHANGED, UsedAs.ADDRESS, UsedAs.UNKNOWN))
"""What may give a variable another value, now or later."""


@dataclass(frozen=True, slots=True)
class Use:
    """A reference with its place in the tree."""

    reference: Reference
    role: UsedAs
    around: tuple[Node, ...]
    """The name's node and those around it, innermost first; none where a macro names it."""
    statement: Statement | None
    """The innermost statement around it, in a function."""

    @property
    def outer(self) -> tuple[Node, ...]:
        """What stands around the name, casts and parentheses directly around it left out, innermost first."""
        return outer_of(self.around)

    @property
    def member(self) -> bytes:
        """The member of it that is used; empty if it is used in another way."""
        first = self.outer[0] if self.outer else None
        return first.name.text if isinstance(first, Member) else b""

    def role_of(self, whole: Node) -> UsedAs:
        """Return what is done with *whole*, which is the name, or what is written around it: `name.member[i]`."""
        return _role(self.around[self.around.index(whole) :], self.statement)

    @property
    def given(self) -> Node | None:
        """The value that is assigned to the name there, or by its designator in an initialiser."""
        if self.role is not UsedAs.WRITTEN:
            return None
        first = self.around[0] if isinstance(self.around[0], Element) else self.outer[0]
        assert isinstance(first, Assignment | Element)
        return first.value


def outer_of(around: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return the nodes behind the first of *around*, without the casts and parentheses that are directly around it."""
    rest = around[1:]
    while rest and isinstance(rest[0], Cast | Parenthesised):
        rest = rest[1:]
    return rest


def may_store(model: Extension, symbol: str) -> bool:
    """Tell whether something may give the variable *symbol* another value, or take its address to do so."""
    return next(storing(model, symbol), None) is not None


def storing(model: Extension, symbol: str) -> Iterator[Use]:
    """Yield the uses that may give the variable *symbol* another value, or take its address to do so."""
    name = model.by_symbol[symbol][0].name
    for use in uses_as(model, symbol, UsedAs.ARGUMENT, *STORING):
        is_argument = use.role is UsedAs.ARGUMENT
        if _stores_argument(model, use) if is_argument else not is_read_by_macro(model, use.reference, name):
            yield use


def _stores_argument(model: Extension, use: Use) -> bool:
    """Tell whether a macro of the project may store to what it is given there."""
    call = use.outer[0]
    assert isinstance(call, Call)
    offset = use.reference.offset
    macro = model.macros.get(call.function.tokens[-1].text.decode("utf-8", "surrogateescape"))
    position = next(at for at, item in enumerate(call.arguments) if item.tokens and offset in item.span)
    parameters = (macro.definition.parameters or ()) if macro is not None else ()
    return macro is not None and position < len(parameters) and _stores(model, macro, parameters[position])


def is_read_by_macro(model: Extension, reference: Reference, name: str) -> bool:
    """Tell whether a macro of the project names a variable there, called *name*, and doesn't store to it."""
    found = uses_by_macro(model, reference, name)
    return bool(found) and STORING.isdisjoint(use.role for use in found)


@fact
def uses_by_macro(model: Extension, reference: Reference, name: str) -> tuple[Use, ...]:
    """Return the uses of a variable, called *name*, in what a macro makes at the place of a reference.

    None where no macro makes it, or what it makes can't be followed.
    """
    found = []
    made, wanted = made_by_macro(model, reference), name.encode()
    for statement in (one for whole in statements(made) for one in whole.walk()):
        if all(token.text != wanted for token in statement.tokens):
            continue
        for tree in (tree for tree in expressions_of(statement) if tree.tokens):
            for token in tree.tokens:
                around = tuple(reversed(tree.path_to(token.start))) if token.text == wanted else ()
                if around and not (isinstance(around[0], Member) and around[0].name is token):
                    found.append(Use(reference, _role(around, statement), around, statement))
    return tuple(found)


def made_by_macro(model: Extension, reference: Reference) -> tuple[Token, ...]:
    """Return what a macro makes at the place of a reference; none where no macro does, or that can't be followed."""
    expansion = model.files[reference.path].at(reference.offset).expansions.get(reference.offset)
    if reference.via_macro is None or expansion is None:
        return ()
    try:
        return _in_a_row(model.expander.expand(expansion).tokens)
    except Unfollowed:
        return ()


def _in_a_row(made: Sequence[Made]) -> tuple[Token, ...]:
    """Return tokens with places of their own: several of them can come from one place."""
    found = []
    at = 0
    for item in made:
        found.append(Token(item.kind, at, at + len(item.text), item.text, False))
        at += len(item.text) + 1
    return tuple(found)


def _stores(model: Extension, macro: Macro, name: str) -> bool:
    """Tell whether the body of a macro may store to a name, or takes its address."""
    return name.encode("utf-8", "surrogateescape") in _stored_by(model, macro.definition.name)


@fact
def _stored_by(model: Extension, macro: str) -> frozenset[bytes]:
    """Return the names that the bodies of a macro may store to, or take the address of."""
    found: set[bytes] = set()
    for whole in (item for each in model.macros[macro].all for item in statements(tuple(_unpasted(each.body)))):
        for statement in whole.walk():
            for tree in (tree for tree in expressions_of(statement) if tree.tokens):
                names = [token for token in tree.tokens if token.kind is TokenKind.IDENT]
                found |= {token.text for token in names if _role_in(tree, token.start, statement) in STORING}
    return frozenset(found)


def _unpasted(body: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens of a macro's body without `#`, and without `##` and what it appends to a name."""
    texts = [b"", *(token.text for token in body)]
    return (
        token
        for token, before in zip(body, texts, strict=False)
        if b"##" not in (before, token.text) and token.text != b"#"
    )


def uses_as(model: Extension, symbol: str, *roles: UsedAs) -> tuple[Use, ...]:
    """Return the uses of *symbol*, in source order: those with one of *roles* if any are named."""
    found = (use_of(model, item) for item in model.uses.get(symbol, ()))
    return tuple(use for use in found if not roles or use.role in roles)


@fact
def use_of(model: Extension, reference: Reference) -> Use:
    """Return a reference with its role."""
    statement = _statement(model, reference) if reference.via_macro is None else None
    tree = _tree(model, reference, statement) if reference.via_macro is None else None
    if tree is None:
        return Use(reference, UsedAs.UNKNOWN, (), statement)
    around = tuple(reversed(tree.path_to(reference.offset)))
    return Use(reference, _role(around, statement), around, statement)


def _statement(model: Extension, reference: Reference) -> Statement | None:
    if reference.function is None or reference.function not in model.functions:
        return None
    function = model.functions[reference.function]
    if all(item.path != reference.path for item in (function.definition, *function.alternatives)):
        paths = (item.path_to(reference.offset) for item in _included(model, reference.path))
        path = next((found for found in paths if found), ())
    else:
        path = model.body_at(reference.function, reference.path, reference.offset).path_to(reference.offset)
    return path[-1] if path else None


@fact
def _included(model: Extension, path: Path) -> tuple[Statement, ...]:
    """Return the statements of a file that is included in the body of a function."""
    return statements(model.files[path].tokens)


def _tree(model: Extension, reference: Reference, statement: Statement | None) -> Node | None:
    """Return the expression or the declaration that holds a reference."""
    trees = _trees(model)
    if statement is not None:
        found = trees.of(statement)
        return next((item for item in found if item.tokens and reference.offset in item.span), None)
    for item in model.by_symbol.get(reference.initialises or "", ()):
        if item.path == reference.path and item.initialiser is not None and reference.offset in item.initialiser:
            return trees.of_initialiser(model.files[item.path].at(reference.offset), item.initialiser)
    return None


class _Trees:
    """The trees of a model's statements and initialisers, each made once: one statement can name a thousand things."""

    def __init__(self, types: AllBut) -> None:
        self._types = types
        # By identity, and the keys kept with them: to compare or hash a statement, all of its tokens are looked at.
        self._of_statements: dict[int, tuple[Statement, tuple[Node, ...]]] = {}
        self._of_initialisers: dict[tuple[int, Span], tuple[File, Node]] = {}

    def of(self, statement: Statement) -> tuple[Node, ...]:
        """Return what is written in a statement itself."""
        found = self._of_statements.get(id(statement))
        if found is None:
            found = self._of_statements[id(statement)] = statement, expressions_of(statement, self._types)
        return found[1]

    def of_initialiser(self, file: File, span: Span) -> Node:
        """Return the initialiser that stands in a range of a file."""
        found = self._of_initialisers.get((id(file), span))
        if found is None:
            made = expression(file.tokens_in(span), self._types)
            found = self._of_initialisers[id(file), span] = file, made
        return found[1]


@fact
def _trees(model: Extension) -> _Trees:
    return _Trees(AllBut(_no_types(model)))


@common_fact
def _no_types(model: Extension) -> frozenset[bytes]:
    """Return the names of functions, variables, constants and macros."""
    types = (SymbolKind.TYPEDEF, SymbolKind.RECORD)
    named = {item.name for item in model.declarations if item.kind not in types}
    used = {item.name for item in model.references if item.kind not in types}
    return frozenset(name.encode("utf-8", "surrogateescape") for name in named | used | model.macros.keys())


def _role_in(tree: Node, offset: int, statement: Statement) -> UsedAs:
    return _role(tuple(reversed(tree.path_to(offset))), statement)


def _role(around: tuple[Node, ...], statement: Statement | None) -> UsedAs:
    """Return what the node around a name does with it."""
    if not around or isinstance(around[0], Opaque):
        return UsedAs.UNKNOWN
    if isinstance(around[0], Element):
        # The name is a designator.
        return UsedAs.WRITTEN
    rest = outer_of(around)
    inner = around[len(around) - len(rest) - 1]
    if not rest:
        return _alone(inner, statement)
    return _ROLES.get(type(rest[0]), _read)(rest[0], inner)


def _alone(whole: Node, statement: Statement | None) -> UsedAs:
    """Return the role of what is a whole expression."""
    if statement is None:
        return UsedAs.INITIALISES
    if statement.kind is StatementKind.RETURN:
        return UsedAs.RETURNED
    return UsedAs.COMPARED if statement.kind in _TESTING and whole.tokens == statement.head else UsedAs.READ


def _read(_parent: Node, _inner: Node) -> UsedAs:
    return UsedAs.READ


def _in_assignment(parent: Node, inner: Node) -> UsedAs:
    assert isinstance(parent, Assignment)
    if parent.target is not inner:
        return UsedAs.ASSIGNED
    return UsedAs.WRITTEN if parent.operator == b"=" else UsedAs.CHANGED


def _in_call(parent: Node, inner: Node) -> UsedAs:
    assert isinstance(parent, Call)
    return UsedAs.CALLED if parent.function is inner else UsedAs.ARGUMENT


def _in_index(parent: Node, inner: Node) -> UsedAs:
    assert isinstance(parent, Index)
    return UsedAs.ELEMENT if parent.object is inner else UsedAs.READ


_PREFIXED: Mapping[bytes, UsedAs] = {
    b"&": UsedAs.ADDRESS,
    b"*": UsedAs.POINTEE,
    b"!": UsedAs.COMPARED,
    b"++": UsedAs.CHANGED,
    b"--": UsedAs.CHANGED,
    **dict.fromkeys(_SIZES, UsedAs.SIZED),
}


def _in_prefix(parent: Node, _inner: Node) -> UsedAs:
    assert isinstance(parent, Prefix)
    return _PREFIXED.get(parent.operator, UsedAs.READ)


def _in_binary(parent: Node, _inner: Node) -> UsedAs:
    assert isinstance(parent, Binary)
    return UsedAs.COMPARED if parent.operator in _COMPARING else UsedAs.READ


def _in_conditional(parent: Node, inner: Node) -> UsedAs:
    assert isinstance(parent, Conditional)
    return UsedAs.COMPARED if parent.test is inner else UsedAs.READ


_ROLES: Mapping[type[Node], Callable[[Node, Node], UsedAs]] = {
    Assignment: _in_assignment,
    Binary: _in_binary,
    Call: _in_call,
    Conditional: _in_conditional,
    Declarator: lambda _parent, _inner: UsedAs.INITIALISES,
    Element: lambda _parent, _inner: UsedAs.INITIALISES,
    Index: _in_index,
    Member: lambda _parent, _inner: UsedAs.MEMBER,
    Postfix: lambda _parent, _inner: UsedAs.CHANGED,
    Prefix: _in_prefix,
}


def names_of_value(node: Node) -> Iterator[Name]:
    """Yield the names whose value an expression may be or be made of, what calls are given left out."""
    if isinstance(node, Name):
        yield node
    elif not isinstance(node, Call):
        for part in node.parts:
            yield from names_of_value(part)
