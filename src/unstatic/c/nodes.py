"""The tree of an expression as it is written (C11 6.5, 6.7.9), macros left as the names and calls that they look like.

Each node holds its tokens, so its place is a half-open range of bytes. What isn't read is opaque, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from unstatic.c.lexer import Token
from unstatic.text.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    """An expression, or a part of one."""

    tokens: tuple[Token, ...]

    @property
    def span(self) -> Span:
        """From the first byte of the first token to the last byte of the last."""
        return Span(self.tokens[0].start, self.tokens[-1].end)

    @property
    def parts(self) -> tuple[Node, ...]:
        """What it is made of, in the order of the text."""
        return ()

    @property
    def bare(self) -> Node:
        """The expression without the casts and parentheses around it."""
        return self

    def walk(self) -> Iterator[Node]:
        """Yield this node and all below it, outer before inner."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def path_to(self, offset: int) -> tuple[Node, ...]:
        """Return the nodes around *offset*, outermost first; empty if it isn't inside."""
        if not self.tokens or offset not in self.span:
            return ()
        for part in self.parts:
            inner = part.path_to(offset)
            if inner:
                return (self, *inner)
        return (self,)


@dataclass(frozen=True, slots=True)
class Opaque(Node):
    """What isn't read, so that nothing may be concluded of the names in it; or an empty argument, without tokens."""


@dataclass(frozen=True, slots=True)
class Name(Node):
    """An identifier, of a macro too; in C++ also a path such as `outer::inner::name`."""

    @property
    def text(self) -> bytes:
        """The name, without what it is looked up in."""
        return self.tokens[-1].text


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, a character, or strings that stand side by side, macros among them (`"%" PRId64`)."""


@dataclass(frozen=True, slots=True)
class TypeName(Node):
    """The name of a type where an expression could stand: `sizeof(T)`, `va_arg(list, int)`."""


@dataclass(frozen=True, slots=True)
class Parenthesised(Node):
    """`(inner)`."""

    inner: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.inner,)

    @property
    def bare(self) -> Node:
        return self.inner.bare


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """`(type)operand`, or `static_cast<type>(operand)` and its kin."""

    type: TypeName
    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.type, self.operand)

    @property
    def bare(self) -> Node:
        return self.operand.bare


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments)`: a call, or the use of a macro."""

    function: Node
    arguments: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.function, *self.arguments)


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`object.name` or `object->name`."""

    object: Node
    operator: bytes
    name: Token

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.object,)


@dataclass(frozen=True, slots=True)
class Index(Node):
    """`object[index]`."""

    object: Node
    index: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.object, self.index)


@dataclass(frozen=True, slots=True)
class Prefix(Node):
    """An operator in front of its operand: `&x`, `*x`, `!x`, `++x`, `sizeof x`."""

    operator: bytes
    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Postfix(Node):
    """`operand++` or `operand--`."""

    operator: bytes
    operand: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """An operator between two operands that changes neither."""

    operator: bytes
    left: Node
    right: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`target = value`, or a compound form such as `target += value`."""

    operator: bytes
    target: Node
    value: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.target, self.value)


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`test ? yes : no`; *yes* is None in GNU's `test ?: no`."""

    test: Node
    yes: Node | None
    no: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.test, self.no) if self.yes is None else (self.test, self.yes, self.no)


@dataclass(frozen=True, slots=True)
class Comma(Node):
    """`first, second, ...`: expressions of which the last is the value."""

    items: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class Element(Node):
    """One entry of an initialiser list; the *designators* are `.name` and `[place]`, or none."""

    designators: tuple[Token, ...]
    value: Node

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.value,)


@dataclass(frozen=True, slots=True)
class Braces(Node):
    """An initialiser list."""

    elements: tuple[Element, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.elements


@dataclass(frozen=True, slots=True)
class Compound(Node):
    """A compound literal: `(type){...}`."""

    type: TypeName
    braces: Braces

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.type, self.braces)


@dataclass(frozen=True, slots=True)
class Choice(Node):
    """A generic selection: `_Generic(value, type: result, default: result)`."""

    value: Node
    results: tuple[Node, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.value, *self.results)


@dataclass(frozen=True, slots=True)
class Declarator(Node):
    """One of the variables, types or functions that a declaration names, with its initialiser."""

    name: Token | None
    value: Node | None

    @property
    def parts(self) -> tuple[Node, ...]:
        return () if self.value is None else (self.value,)


@dataclass(frozen=True, slots=True)
class Declaring(Node):
    """A declaration: the words in front, which are the type and where it is kept, then the declarators."""

    specifiers: tuple[Token, ...]
    declarators: tuple[Declarator, ...]

    @property
    def parts(self) -> tuple[Node, ...]:
        return self.declarators


def stores(nodes: Iterable[Node]) -> list[Assignment | Prefix | Postfix]:
    """Return those of *nodes* that give something another value."""
    return [
        node
        for node in nodes
        if isinstance(node, Assignment) or (isinstance(node, Prefix | Postfix) and node.operator in (b"++", b"--"))
    ]
