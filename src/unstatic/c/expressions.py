"""The parser of expressions: tokens in, a tree out (C11 6.5; of C++ what looks the same, the rest is opaque)."""

from __future__ import annotations

from collections.abc import Container

from unstatic.c.lexer import Token, TokenKind
from unstatic.c.nodes import (
    Assignment,
    Binary,
    Braces,
    Call,
    Cast,
    Choice,
    Comma,
    Compound,
    Conditional,
    Element,
    Index,
    Literal,
    Member,
    Name,
    Node,
    Opaque,
    Parenthesised,
    Postfix,
    Prefix,
    TypeName,
)
from unstatic.c.syntax import Tokens, closing, split
from unstatic.c.type_names import Likely, is_template, type_likelihood

ASSIGNING = frozenset((b"=", b"+=", b"-=", b"*=", b"/=", b"%=", b"&=", b"|=", b"^=", b"<<=", b">>="))
CHANGING = (ASSIGNING - {b"="}) | {b"++", b"--"}
"""What gives a variable another value that depends on the one it has."""
_LEVELS = (
    *((b"||",), (b"&&",), (b"|",), (b"^",), (b"&",), (b"==", b"!="), (b"<", b">", b"<=", b">=", b"<=>")),
    *((b"<<", b">>"), (b"+", b"-"), (b"*", b"/", b"%")),
)
_COMMA, _ASSIGNMENT, _CONDITIONAL = range(3)
_POWERS = {operator: power for power, level in enumerate(_LEVELS, 3) for operator in level}
_PREFIXES = frozenset((b"!", b"~", b"-", b"+", b"*", b"&", b"++", b"--", b"&&", b"__extension__"))
_SIZES = frozenset((b"sizeof", b"_Alignof", b"alignof", b"__alignof__", b"__alignof"))
_LITERALS = (TokenKind.NUMBER, TokenKind.CHAR, TokenKind.STRING)
_NAMED_CASTS = frozenset((b"static_cast", b"reinterpret_cast", b"const_cast", b"dynamic_cast"))
_STATEMENTS = frozenset(
    (
        *(b"if", b"for", b"while", b"do", b"switch", b"return", b"goto", b"break", b"continue", b"else", b"case"),
        *(b"default", b"throw", b"try", b"catch", b"asm", b"__asm__", b"_Pragma"),
    )
)


def expression(tokens: Tokens, types: Container[bytes] = ()) -> Node:
    """Return the expression, the initialiser or the name of a type that *tokens* are; *types* are known to be types."""
    written = tuple(tokens)
    if type_likelihood(written, types) is Likely.YES:
        return TypeName(written)
    parser = _Parser(written, types)
    try:
        found = parser.expression(_COMMA)
    except _UnreadError:
        return Opaque(written)
    return found if parser.at == len(written) else Opaque(written)


class _UnreadError(Exception):
    """The tokens are no expression that is known here."""


class _Parser:
    """Reads one expression by the precedence of its operators."""

    def __init__(self, tokens: tuple[Token, ...], types: Container[bytes]) -> None:
        self._tokens = tokens
        self._types = types
        self.at = 0

    def _peek(self, ahead: int = 0) -> bytes:
        at = self.at + ahead
        return self._tokens[at].text if at < len(self._tokens) else b""

    def _since(self, start: int) -> tuple[Token, ...]:
        return self._tokens[start : self.at]

    def _bracket(self) -> tuple[Token, ...]:
        """Go behind the bracket that opens here, and return what is in it."""
        end = closing(self._tokens, self.at)
        if end == len(self._tokens):
            raise _UnreadError
        inner = self._tokens[self.at + 1 : end]
        self.at = end + 1
        return inner

    def expression(self, power: int) -> Node:
        """Read what binds at least as tightly as *power*."""
        start = self.at
        left = self._unary()
        while (found := self._longer(start, left, power)) is not None:
            left = found
        return left

    def _longer(self, start: int, left: Node, power: int) -> Node | None:
        """Return *left* with the operator behind it and its operand; None if that binds less than *power*."""
        operator = self._peek()
        own = _POWERS.get(operator, -1)
        if own >= power and own > 0:
            self.at += 1
            right = self.expression(own + 1)
            return Binary(self._since(start), operator, left, right)
        if operator in ASSIGNING and power <= _ASSIGNMENT:
            self.at += 1
            value = self._braces() if self._peek() == b"{" else self.expression(_ASSIGNMENT)
            return Assignment(self._since(start), operator, left, value)
        if operator == b"?" and power <= _CONDITIONAL:
            return self._conditional(start, left)
        return self._comma(start, left) if operator == b"," and power <= _COMMA else None

    def _conditional(self, start: int, test: Node) -> Node:
        self.at += 1
        yes = None if self._peek() == b":" else self.expression(_COMMA)
        if self._peek() != b":":
            raise _UnreadError
        self.at += 1
        no = self.expression(_CONDITIONAL)
        return Conditional(self._since(start), test, yes, no)

    def _comma(self, start: int, first: Node) -> Node:
        items = [first]
        while self._peek() == b",":
            self.at += 1
            items.append(self.expression(_ASSIGNMENT))
        return Comma(self._since(start), tuple(items))

    def _unary(self) -> Node:
        start, text = self.at, self._peek()
        if text in _PREFIXES:
            self.at += 1
            operand = self._unary()
            return Prefix(self._since(start), text, operand)
        if text in _SIZES:
            return self._size(start, text)
        if text in _NAMED_CASTS and self._peek(1) == b"<":
            return self._suffixes(start, self._named_cast(start))
        if text == b"(" and self._is_type_ahead():
            return self._cast(start)
        return self._suffixes(start, self._primary())

    def _size(self, start: int, operator: bytes) -> Node:
        self.at += 1
        opening = self.at
        if self._peek() == b"(" and type_likelihood(self._bracket(), self._types) is Likely.YES:
            return Prefix(self._since(start), operator, TypeName(self._since(opening)))
        self.at = opening
        operand = self._unary()
        return Prefix(self._since(start), operator, operand)

    def _is_type_ahead(self) -> bool:
        """Tell whether the parenthesis that opens here holds the type of a cast or of a compound literal."""
        end = closing(self._tokens, self.at)
        likely = type_likelihood(self._tokens[self.at + 1 : end], self._types)
        if likely is Likely.NO or end + 1 >= len(self._tokens):
            return False
        after = self._tokens[end + 1]
        if after.kind is not TokenKind.PUNCT or after.text in (b"{", b"!", b"~"):
            return after.text not in _STATEMENTS
        if likely is Likely.MAYBE:
            # `(PyCFunction)(void (*)(void))function`: what a cast follows can't be called.
            inner = self._tokens[end + 2 : closing(self._tokens, end + 1)] if after.text == b"(" else ()
            return type_likelihood(inner, self._types) is Likely.YES
        return after.text in (b"(", *_PREFIXES)

    def _cast(self, start: int) -> Node:
        self._bracket()
        written = TypeName(self._since(start))
        if self._peek() == b"{":
            braces = self._braces()
            return self._suffixes(start, Compound(self._since(start), written, braces))
        operand = self._unary()
        return Cast(self._since(start), written, operand)

    def _named_cast(self, start: int) -> Node:
        while self.at < len(self._tokens) and self._peek() != b"(":
            self.at += 1
        written = TypeName(self._since(start))
        operand = self._primary()
        return Cast(self._since(start), written, operand)

    def _primary(self) -> Node:
        if self.at >= len(self._tokens):
            raise _UnreadError
        start, token = self.at, self._tokens[self.at]
        if token.text == b"(":
            inner = self._bracket()
            return Opaque(self._since(start)) if not inner or inner[0].text == b"{" else self._inside(start, inner)
        if token.text == b"{":
            return self._braces()
        if token.text == b"[":
            return self._lambda(start)
        if token.kind in _LITERALS:
            return self._literal(start)
        return self._name(start)

    def _inside(self, start: int, inner: tuple[Token, ...]) -> Node:
        return Parenthesised(self._since(start), expression(inner, self._types))

    def _lambda(self, start: int) -> Node:
        """Read `[...](...) ... {...}` of C++, of which nothing is known."""
        self._bracket()
        while self._peek() not in (b"{", b""):
            self.at += 1
        if self._peek() != b"{":
            raise _UnreadError
        self._bracket()
        return Opaque(self._since(start))

    def _literal(self, start: int) -> Node:
        is_text = self._tokens[start].kind is TokenKind.STRING
        self.at += 1
        while is_text and self.at < len(self._tokens) and self._continues_text():
            self.at += 1
        return Literal(self._since(start))

    def _continues_text(self) -> bool:
        """Tell whether a string goes on with what stands here: another, or a macro for one."""
        return self._tokens[self.at].kind in (TokenKind.STRING, TokenKind.IDENT)

    def _name(self, start: int) -> Node:
        token = self._tokens[start]
        if token.text == b"::":
            self.at += 1
        while self.at < len(self._tokens) and self._tokens[self.at].kind is TokenKind.IDENT:
            if self._peek() in _STATEMENTS:
                raise _UnreadError
            self.at += 1
            if self._peek() != b"::":
                break
            self.at += 1
        found = self._since(start)
        if not found or found[-1].kind is not TokenKind.IDENT:
            raise _UnreadError
        if self._peek() == b"<" and (length := is_template(self._tokens[self.at :])):
            self.at += length
            return Opaque(self._since(start))
        if self.at < len(self._tokens) and self._tokens[self.at].kind is TokenKind.STRING:
            return self._literal(start)
        return Name(found)

    def _suffixes(self, start: int, first: Node) -> Node:
        left = first
        while True:
            operator = self._peek()
            if operator == b"(":
                left = self._call(start, left)
            elif operator == b"[":
                index = expression(self._bracket(), self._types)
                left = Index(self._since(start), left, index)
            elif operator in (b".", b"->"):
                left = self._member(start, left, operator)
            elif operator in (b"++", b"--"):
                self.at += 1
                left = Postfix(self._since(start), operator, left)
            else:
                return left

    def _member(self, start: int, left: Node, operator: bytes) -> Node:
        self.at += 2
        name = self._tokens[self.at - 1] if self.at <= len(self._tokens) else None
        if name is None or name.kind is not TokenKind.IDENT:
            raise _UnreadError
        return Member(self._since(start), left, operator, name)

    def _call(self, start: int, function: Node) -> Node:
        given = split(self._bracket())
        if isinstance(function, Name) and function.text == b"_Generic" and len(given) > 1 and all(given):
            return self._choice(start, given)
        # A macro may be given nothing between two commas.
        found = tuple(expression(item, self._types) if item else Opaque(()) for item in given)
        return Call(self._since(start), function, found)

    def _choice(self, start: int, given: tuple[tuple[Token, ...], ...]) -> Node:
        ends = [next((at for at, token in enumerate(item) if token.text == b":"), -1) for item in given[1:]]
        results = [item[end + 1 :] for item, end in zip(given[1:], ends, strict=True)]
        if not all(results):
            raise _UnreadError
        value = expression(given[0], self._types)
        return Choice(self._since(start), value, tuple(expression(item, self._types) for item in results))

    def _braces(self) -> Braces:
        start = self.at
        elements = tuple(_element(item, self._types) for item in split(self._bracket()) if item)
        return Braces(self._since(start), elements)


def _element(tokens: tuple[Token, ...], types: Container[bytes]) -> Element:
    end = _designators_end(tokens)
    if end == len(tokens):
        raise _UnreadError
    return Element(tokens, tokens[:end], expression(tokens[end:], types))


def _designators_end(tokens: tuple[Token, ...]) -> int:
    """Return the index behind `.name[0] =`, GNU's `name:` or `[0]`; 0 if there is no designator."""
    if len(tokens) > 1 and tokens[0].kind is TokenKind.IDENT and tokens[1].text == b":":
        return 2
    at = 0
    while at < len(tokens) and tokens[at].text in (b".", b"["):
        at = at + 2 if tokens[at].text == b"." else closing(tokens, at) + 1
    # `[](...) {...}` is a lambda.
    return at + 1 if at and tokens[at : at + 1] and tokens[at].text == b"=" else 0
