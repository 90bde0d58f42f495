from collections.abc import Callable

import pytest

from unstatic.cparse import Declaration, Linkage, ParsedUnit, SymbolKind

Parse = Callable[..., ParsedUnit]


def named(unit: ParsedUnit, name: str) -> list[Declaration]:
    return [item for item in unit.declarations if item.name == name]


def text_of(unit: ParsedUnit, declaration: Declaration) -> bytes:
    return unit.files[declaration.path].text(declaration.span)


def test_a_forward_declaration_is_tentative_and_shares_the_symbol(parsed: Parse) -> None:
    unit = parsed(b"struct s { void *p; };\nstatic struct s T;\nstatic struct s T = {0};\n")
    forward, definition = named(unit, "T")

    assert [(True, False), (False, True)] == [(item.is_tentative, item.is_definition) for item in (forward, definition)]
    assert f"{unit.path}:T" == forward.symbol == definition.symbol
    assert b"static struct s T = {0}" == text_of(unit, definition)


def test_an_extern_declaration_is_neither_tentative_nor_a_definition(parsed: Parse) -> None:
    unit = parsed(b"extern int n;\nextern int m = 3;\nint n = 4;\n")

    assert [("n", "extern", False), ("m", "extern", True), ("n", "", True)] == [
        (item.name, item.storage, item.is_definition) for item in unit.declarations
    ]
    assert not any(item.is_tentative for item in unit.declarations)


def test_cpp_has_no_tentative_definitions(parsed: Parse) -> None:
    (found,) = named(parsed(b"static int n;\n", language="c++"), "n")

    assert (False, True) == (found.is_tentative, found.is_definition)


def test_declarators_of_one_declaration_start_at_the_specifiers(parsed: Parse) -> None:
    unit = parsed(b"static int *a, b = 2, c[3];\nvoid f(void) { static int d, *e = 0; }\n")

    assert [b"static int *a", b"static int *a, b = 2", b"static int *a, b = 2, c[3]"] == [
        text_of(unit, item) for name in "abc" for item in named(unit, name)
    ]
    assert [b"static int d", b"static int d, *e = 0"] == [
        text_of(unit, item) for name in "de" for item in named(unit, name)
    ]
    assert [None, b"2", None] == [
        item.initialiser and unit.files[unit.path].text(item.initialiser)
        for name in "abc"
        for item in named(unit, name)
    ]


def test_a_static_local_knows_its_function(parsed: Parse) -> None:
    unit = parsed(b"static int f(void) { static int count; int other = 1; return count + other; }\n")
    (count,), (other,) = named(unit, "count"), named(unit, "other")

    assert (f"{unit.path}:f:count", "static", Linkage.NONE) == (count.symbol, count.storage, count.linkage)
    assert f"{unit.path}:f" == count.function == other.function
    assert f"{unit.path}:f:other@{other.name_span.start}" == other.symbol


def test_static_locals_of_the_same_name_are_told_apart(parsed: Parse) -> None:
    unit = parsed(b"void f(void) { { static int n; } { static int n; } }\nvoid g(void) { static int n; }\n")

    assert 3 == len({item.symbol for item in named(unit, "n")})


def test_a_function_has_a_body_and_parameters(parsed: Parse) -> None:
    unit = parsed(b"static long add(int a, int b) { return a + b; }\n")
    (function,) = named(unit, "add")

    assert function.body is not None
    assert b"{ return a + b; }" == unit.files[unit.path].text(function.body)
    assert tuple(item.symbol for item in unit.declarations if item.kind is SymbolKind.PARAMETER) == function.parameters
    assert ("long", "long (int, int)", True) == (function.result_type, function.type, function.is_definition)


def test_a_defaulted_member_has_no_body(parsed: Parse) -> None:
    unit = parsed(b"struct S { S() = default; S(S &&) = default; S(const S &) = delete; int n; };\n", language="c++")

    assert {None} == {item.body for item in unit.declarations if item.name == "S"}


def test_a_prototype_has_no_body(parsed: Parse) -> None:
    unit = parsed(b"extern int f(void *p);\n")
    (function,) = named(unit, "f")

    assert (None, False, b"extern int f(void *p)") == (function.body, function.is_definition, text_of(unit, function))


def test_parameters_of_function_pointers_are_left_out(parsed: Parse) -> None:
    unit = parsed(b"typedef int (*callback)(int inner);\nint f(callback c, int (*d)(int deep));\n")

    assert ["c", "d"] == [item.name for item in unit.declarations if item.kind is SymbolKind.PARAMETER]


def test_old_style_definitions_are_read(parsed: Parse) -> None:
    unit = parsed(b"int f(a, b) int a; char *b; { return a + *b; }\n")

    assert ["a", "b"] == [item.name for item in unit.declarations if item.kind is SymbolKind.PARAMETER]


def test_a_name_made_by_a_macro_is_at_the_macro(parsed: Parse) -> None:
    unit = parsed(b"#define API(t) t\n#define NAME PyInit_m\nAPI(void *) NAME(void) { return 0; }\n")
    (function,) = named(unit, "PyInit_m")

    assert (True, b"NAME") == (function.from_macro, unit.files[unit.path].text(function.name_span))
    assert text_of(unit, function).startswith(b"API(void *) NAME(void) {")


def test_a_name_in_a_macro_argument_is_written_there(parsed: Parse) -> None:
    unit = parsed(b"#define MAKE(name) static int name = 3\nMAKE(count);\n")
    (variable,) = named(unit, "count")

    assert (False, b"count") == (variable.from_macro, unit.files[unit.path].text(variable.name_span))
    assert b"MAKE(count)" == text_of(unit, variable)


def test_fields_belong_to_their_record(parsed: Parse) -> None:
    unit = parsed(b"typedef struct { int a; struct { int b; }; struct { int c; } d; } S;\nstruct tag { S s; };\n")
    fields = {item.name: item for item in unit.declarations if item.kind is SymbolKind.FIELD}

    assert ["S.a", "S.b", "S.d", "tag.s"] == [fields[name].symbol for name in ("a", "b", "d", "s")]
    assert ["S", "S", "S", "tag"] == [fields[name].parent for name in ("a", "b", "d", "s")]
    assert fields["c"].parent == fields["d"].pointee_record


@pytest.mark.parametrize(
    ("declaration", "record"),
    [
        (b"struct s *x", "s"),
        (b"struct s x", "s"),
        (b"T *x[3]", "s"),
        (b"U x", "U"),
        (b"T **x", None),
        (b"int x", None),
    ],
)
def test_the_record_behind_a_type_is_named(parsed: Parse, declaration: bytes, record: str | None) -> None:
    (variable,) = named(
        parsed(b"typedef struct s { int a; } T;\ntypedef struct { int b; } U;\n" + declaration + b";\n"), "x"
    )

    assert record == variable.pointee_record


@pytest.mark.parametrize(
    ("declaration", "is_const"),
    [
        (b"const int x = 1", True),
        (b"const char *x", False),
        (b"char *const x = 0", True),
        (b"static const char *const x[] = {0}", True),
        (b"static const char *x[] = {0}", False),
        (b"C x[2]", True),
    ],
)
def test_const_is_about_the_object_itself(parsed: Parse, declaration: bytes, is_const: bool) -> None:
    (variable,) = named(parsed(b"typedef const int C;\n" + declaration + b";\n"), "x")

    assert is_const == variable.is_const


def test_types_are_spelled_as_written_and_without_typedefs(parsed: Parse) -> None:
    (variable,) = named(parsed(b"typedef struct tag T;\nstatic T *table[4];\n"), "table")

    assert ("T *[4]", "struct tag *[4]") == (variable.type, variable.canonical_type)


def test_declarations_in_headers_of_the_project_are_there(parsed: Parse) -> None:
    unit = parsed(b'#include "in/h.h"\nint n = 3;\n', files={"in/h.h": b"extern int n;\n"})

    assert ["h.h", "m.c"] == [item.path.name for item in named(unit, "n")]
    assert {"h.h", "m.c"} == {path.name for path in unit.files}


def test_a_header_read_twice_declares_once(parsed: Parse) -> None:
    unit = parsed(b'#include "h.h"\n#include "h.h"\n', files={"h.h": b"extern int n;\n"})

    assert 1 == len(named(unit, "n"))


def test_c_code_that_is_included_belongs_to_the_unit(parsed: Parse) -> None:
    unit = parsed(b'static int n;\n#include "part.c"\n', files={"part.c": b"int f(void) { return n; }\n"})

    assert [(f"{unit.path}:n", "part.c")] == [(use.symbol, use.path.name) for use in unit.references]
    assert ["part.c"] == [item.path.name for item in named(unit, "f")]


def test_system_declarations_are_left_out(parsed: Parse) -> None:
    unit = parsed(b"#include <stdio.h>\n")

    assert () == unit.declarations
    assert [unit.path] == list(unit.files)


def test_cpp_declarations_inside_scopes_are_read(parsed: Parse) -> None:
    text = (
        b'extern "C" { static int a; }\nnamespace n { static int b; class K { int c; void m() { static int d; } }; }\n'
    )
    unit = parsed(text, language="c++")

    assert {"a", "b", "c", "d", "K", "m"} <= {item.name for item in unit.declarations}
    assert ["n::K.c"] == [item.symbol for item in named(unit, "c")]


def test_crlf_stays_out_of_spans(parsed: Parse) -> None:
    unit = parsed(b"static int a =\r\n  1;\r\nstatic int b;\r\n")

    assert [b"static int a =\r\n  1", b"static int b"] == [text_of(unit, item) for item in unit.declarations]
