"""Expressions and declarations of C as trees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic.c.expressions import expression
from unstatic.c.lexer import Token, lex, lex_fragment
from unstatic.c.nodes import Literal, Name, Node, Opaque, TypeName
from unstatic.c.readings import expressions_of, read
from unstatic.c.syntax import closing, parse_block, start_of_path, statements, text_of
from unstatic.text.source import Span

EXTENSIONS = Path(__file__).parents[2] / "corpus" / "extensions"


def tokens_of(text: str) -> tuple[Token, ...]:
    return tuple(lex(text.encode()).tokens)


def shape(node: Node) -> str:
    """Write a tree as calls: the leaves as they are, everything else by what it is and its operator."""
    if isinstance(node, Opaque):
        return f"?{text_of(node.tokens).decode()}?"
    if not node.parts and isinstance(node, Name | Literal | TypeName):
        return text_of(node.tokens).decode()
    operator = getattr(node, "operator", b"").decode()
    member = "".join(f"{operator}{name.text.decode()}" for name in [getattr(node, "name", None)] if operator and name)
    given = ", ".join(shape(part) for part in node.parts)
    return f"{type(node).__name__}{member or operator}({given})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = b + c * d - e", "Assignment=(a, Binary-(Binary+(b, Binary*(c, d)), e))"),
        ("a = b += c, d", "Comma(Assignment=(a, Assignment+=(b, c)), d)"),
        ("a || b && c | d ^ e & f == g < h << 1", None),
        ("a - b - c", "Binary-(Binary-(a, b), c)"),
        ("a ? b, c : d ? e : f", "Conditional(a, Comma(b, c), Conditional(d, e, f))"),
        ("a ?: b", "Conditional(a, b)"),
        ("*p++ = --*q", "Assignment=(Prefix*(Postfix++(p)), Prefix--(Prefix*(q)))"),
        ("&a->b.c[2]", "Prefix&(Index(Member.c(Member->b(a)), 2))"),
        ("f(a, g(&b), )(c)", "Call(Call(f, a, Call(g, Prefix&(b)), ??), c)"),
        ("f()", "Call(f)"),
        ('"%" PRId64 "d"', '"%" PRId64 "d"'),
        ('PREFIX "name"', 'PREFIX "name"'),
        ("&&label", "Prefix&&(label)"),
    ],
)
def test_operators(text: str, expected: str | None) -> None:
    levels = "Binary||(a, Binary&&(b, Binary|(c, Binary^(d, Binary&(e, Binary==(f, Binary<(g, Binary<<(h, 1))))))))"

    assert (expected or levels) == shape(expression(tokens_of(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(PyObject *)x->y", "Cast(( PyObject * ), Member->y(x))"),
        ("(T)x", "Cast(( T ), x)"),
        ("(T)!x", "Cast(( T ), Prefix!(x))"),
        ("(T)(x)", "Call(Parenthesised(T), x)"),
        ("(T)-x", "Binary-(Parenthesised(T), x)"),
        ("(T) * x", "Binary*(Parenthesised(T), x)"),
        ("(int)-x", "Cast(( int ), Prefix-(x))"),
        ("(T *)&x", "Cast(( T * ), Prefix&(x))"),
        ("(known)(x)", "Cast(( known ), Parenthesised(x))"),
        ("(known) & x", "Cast(( known ), Prefix&(x))"),
        ("(PyCFunction)(void (*)(void))f", "Cast(( PyCFunction ), Cast(( void ( * ) ( void ) ), f))"),
        ("(a * b)", "Parenthesised(Binary*(a, b))"),
        ("sizeof(int) * 3", "Binary*(Prefixsizeof(( int )), 3)"),
        ("sizeof *x + 1", "Binary+(Prefixsizeof(Prefix*(x)), 1)"),
        ("sizeof(x)[0]", "Prefixsizeof(Index(Parenthesised(x), 0))"),
        ("_Alignof(struct box)", "Prefix_Alignof(( struct box ))"),
        ("va_arg(list, char *)", "Call(va_arg, list, char *)"),
        ("_Generic(x, int: f, default: g)(y)", "Call(Choice(x, f, g), y)"),
        ("(struct box){.a = 1, [2] = {3}}.a", None),
    ],
)
def test_types_in_expressions(text: str, expected: str | None) -> None:
    compound = "Member.a(Compound(( struct box ), Braces(Element(1), Element(Braces(Element(3))))))"

    assert (expected or compound) == shape(expression(tokens_of(text), {b"known"}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = ({ f(); 1; })", "Assignment=(x, ?( { f ( ) ; 1 ; } )?)"),
        ("call([&](int a) { return a; }, b)", "Call(call, ?[ & ] ( int a ) { return a ; }?, b)"),
        ("std::move<T>(x)", "Call(?std :: move < T >?, x)"),
        ("a::b::f(x)", "Call(a :: b :: f, x)"),
        ("static_cast<T *>(x)->y", "Member->y(Cast(static_cast < T * >, Parenthesised(x)))"),
        ("a < b && c > (d)", "Binary&&(Binary<(a, b), Binary>(c, Parenthesised(d)))"),
        ("x = new Box(1)", "?x = new Box ( 1 )?"),
        ("a +", "?a +?"),
        ("(a", "?( a?"),
        ("a ? b", "?a ? b?"),
        ("f(a b c(), d)", "Call(f, ?a b c ( )?, d)"),
        ("return x", "?return x?"),
    ],
)
def test_what_is_not_c_is_opaque(text: str, expected: str) -> None:
    assert expected == shape(expression(tokens_of(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("static PyObject *a = NULL, **b[2] = {x, y}", ["a = NULL", "b = Braces(Element(x), Element(y))"]),
        ("unsigned long long n", ["n"]),
        ("struct box { int a; } *x = &y", ["x = Prefix&(y)"]),
        ("T *x", ["x"]),
        ("T x = 1", ["x = 1"]),
        ("int (*call)(int, T *) = f", ["call = f"]),
        ("__attribute__((unused)) T x", ["x"]),
        ("std::string name(other)", ["name"]),
        ("known (*call)(int) = f", ["call = f"]),
        ("struct box", []),
    ],
)
def test_declarations(text: str, expected: list[str]) -> None:
    declarators = getattr(read(tokens_of(text), {b"known"}), "declarators", None)

    assert expected == [
        (one.name.text.decode() if one.name else "") + (f" = {shape(one.value)}" if one.value else "")
        for one in declarators or ()
    ]


@pytest.mark.parametrize(
    "text", ["a * b + c", "a = b", "f(x)", "f(*x)", "known(x)", "x", "a->b", "*x = 1", "a[1] = 2", "MACRO"]
)
def test_expressions_are_no_declarations(text: str) -> None:
    assert shape(expression(tokens_of(text))) == shape(read(tokens_of(text), {b"known"}))


def test_expressions_of_statements() -> None:
    code = (
        "if (a) b(); while (c) d++; do e = 1; while (f); for (int g = 0; g < 2; g++) { } return h; ITEMS(i, j) { } k: ;"
    )
    found = [
        shape(node)
        for statement in statements(tokens_of(code))
        for inner in statement.walk()
        for node in expressions_of(inner)
    ]

    assert [
        *("a", "Call(b)", "c", "Postfix++(d)", "f", "Assignment=(e, 1)", "Declaring(Declarator(0))", "Binary<(g, 2)"),
        *("Postfix++(g)", "h", "i", "j"),
    ] == found


_WORDS = "a b T int struct sizeof const NULL 1 0x2 'c' \"s\" _Generic static_cast return"
_SIGNS = "( ) [ ] { } , ; : ? = == != < > << += ++ -- & && * + - ! ~ . -> ... ::"
_BINARY = "+ - * / % == != < << & && | || ^"
WORDS, SIGNS, BINARY = (st.sampled_from(text.split()) for text in (_WORDS, _SIGNS, _BINARY))
SOUP = st.lists(st.one_of(WORDS, SIGNS), max_size=25).map(" ".join)
LEAVES = st.sampled_from(["a", "b", "1", "'c'", '"s"', "(T *)a", "sizeof(int)", "f()"])


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    binary = st.tuples(inner, BINARY, inner).map(" ".join)
    others = ["({0})", "*({0})", "!({0})", "a = {0}", "f({0}, {1})", "({0})[{1}]", "({0})->b", "({0}) ? {1} : ({0})"]
    rest = st.tuples(st.sampled_from(others), inner, inner).map(lambda item: item[0].format(item[1], item[2]))
    return binary | rest


def breaches(node: Node) -> Iterator[Node]:
    """Yield the nodes that lose or move tokens, or whose parts aren't inside of them, in order."""
    for item in node.walk():
        parts = [part for part in item.parts if part.tokens]
        within = all(item.span.covers(part.span) for part in parts)
        ordered = all(a.span.end <= b.span.start for a, b in zip(parts, parts[1:], strict=False))
        if not (within and ordered):
            yield item


def leaves_and_signs(node: Node) -> tuple[Token, ...]:
    """Put a node together again from its parts and the tokens between them."""
    inside = [part for part in node.parts if part.tokens]
    own = [token for token in node.tokens if not any(token.start in part.span for part in inside)]
    return tuple(sorted([*own, *(token for part in inside for token in leaves_and_signs(part))], key=lambda t: t.start))


@given(SOUP)
def test_anything_is_read_without_losing_a_token(text: str) -> None:
    for node in (expression(tokens_of(text)), read(tokens_of(text))):
        if node.tokens:
            assert [] == list(breaches(node))
        assert tokens_of(text) == node.tokens == leaves_and_signs(node)


@given(st.recursive(LEAVES, _larger, max_leaves=12))
def test_every_expression_is_read(text: str) -> None:
    node = expression(tokens_of(text))

    assert [] == [item for item in node.walk() if isinstance(item, Opaque)]
    assert [] == list(breaches(node))


def test_the_corpus_is_read() -> None:
    found = [node for path in sorted(EXTENSIONS.glob("*/module.c")) for node in _written(path)]

    assert 4000 < len(found)
    assert [] == [text_of(item.tokens) for node in found for item in node.walk() if isinstance(item, Opaque)]
    assert [] == [text_of(node.tokens) for node in found for _ in breaches(node)]


def _written(path: Path) -> Iterator[Node]:
    """Yield what the statements of all functions of a file hold."""
    tokens = tuple(lex(path.read_bytes()).tokens)
    at = 0
    while at < len(tokens):
        if tokens[at].text == b"{":
            end = closing(tokens, at) + 1
            for statement in parse_block(tokens[at:end]).walk() if tokens[at - 1].text == b")" else ():
                yield from expressions_of(statement)
            at = end
        at += 1


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (b"return ::shop::Lid::Word", b"::shop::Lid::Word"),
        (b"x = shop::Word", b"shop::Word"),
        (b"throw ::Word", b"::Word"),
        (b"(::Word", b"::Word"),
        (b"sizeof ::shop::Word", b"::shop::Word"),
        (b"new Word", b"Word"),
    ],
)
def test_a_keyword_is_no_part_of_a_path(text: bytes, path: bytes) -> None:
    tokens = lex_fragment(text, Span(0, len(text)))

    start = start_of_path(tokens, len(tokens) - 1)

    assert path == b"".join(token.text for token in tokens[start:])
