from collections.abc import Callable

from unstatic.cparse import ParsedUnit, Reference, SymbolKind

Parse = Callable[..., ParsedUnit]


def uses(unit: ParsedUnit, name: str) -> list[Reference]:
    return [item for item in unit.references if item.name == name]


def spelled(unit: ParsedUnit, name: str) -> list[int]:
    """Return the offsets of all uses of *name*, having checked that it's written there."""
    found = [item.offset for item in uses(unit, name)]
    data = unit.files[unit.path].data
    assert all(data[offset:].startswith(name.encode()) for offset in found)
    return found


def test_a_use_in_a_macro_argument_is_where_the_argument_is_written(parsed: Parse) -> None:
    text = b"#define ADDRESS(x) (&(x))\nstatic int count;\nint *f(void) { return ADDRESS(count); }\n"

    (use,) = uses(parsed(text), "count")

    assert (text.rindex(b"count"), None) == (use.offset, use.via_macro)


def test_an_argument_that_the_macro_repeats_is_one_use(parsed: Parse) -> None:
    text = b"#define TWICE(x) ((x) + (x))\nstatic int count;\nint f(void) { return TWICE(count); }\n"

    assert [text.rindex(b"count")] == spelled(parsed(text), "count")


def test_an_argument_of_a_nested_macro_is_where_it_is_written(parsed: Parse) -> None:
    text = b"#define ID(x) x\n#define OUTER(x) ID(x)\nstatic int n;\nint f(void) { return OUTER(ID(n)); }\n"

    assert [text.rindex(b"n)")] == spelled(parsed(text), "n")


def test_a_use_in_a_macro_body_names_the_outermost_macro(parsed: Parse) -> None:
    text = b"static int n;\n#define INNER n\n#define OUTER (1 + INNER)\nint f(void) { return OUTER; }\n"

    (use,) = uses(parsed(text), "n")

    assert (text.rindex(b"OUTER"), "OUTER") == (use.offset, use.via_macro)


def test_a_macro_named_like_what_it_calls_is_still_a_macro(parsed: Parse) -> None:
    text = b"static int take(int x) { return x; }\n#define take(x) take((int)(x))\nint f(void) { return take(1); }\n"

    (use,) = uses(parsed(text), "take")

    assert ("take", True) == (use.via_macro, use.is_call)


def test_a_pasted_name_comes_from_the_macro(parsed: Parse) -> None:
    text = b"static int a_count;\n#define COUNT(x) x##_count\nint f(void) { return COUNT(a); }\n"

    (use,) = uses(parsed(text), "a_count")

    assert (text.rindex(b"COUNT"), "COUNT") == (use.offset, use.via_macro)


def test_a_stringised_name_is_no_use(parsed: Parse) -> None:
    text = b"static int n;\n#define TEXT(x) #x\nconst char *f(void) { return TEXT(n); }\n"

    assert [] == uses(parsed(text), "n")


def test_a_name_spliced_over_lines_is_not_written_there(parsed: Parse) -> None:
    text = b"static int count;\nint f(void) { return cou\\\nnt; }\n"

    (use,) = uses(parsed(text), "count")

    assert "" == use.via_macro


def test_only_the_callee_is_called(parsed: Parse) -> None:
    text = b"int g(int (*)(void)); int h(void);\nint f(void) { return g(h) + (h)(); }\n"
    unit = parsed(text)

    assert [("g", True), ("h", False), ("h", True)] == [
        (use.name, use.is_call) for use in unit.references if use.kind is SymbolKind.FUNCTION
    ]


def test_a_use_knows_the_function_whose_body_holds_it(parsed: Parse) -> None:
    text = b"typedef int N;\nN a;\nstatic N f(N x) { return a + x; }\nN *g = &a;\n"
    unit = parsed(text)
    symbol = f"{unit.path}:f"

    assert [symbol, None] == [use.function for use in uses(unit, "a")]
    assert [None, None, None, None] == [use.function for use in uses(unit, "N")]


def test_a_function_made_by_a_macro_holds_the_uses_in_its_body(parsed: Parse) -> None:
    text = b"static int n;\n#define GETTER(name) int name(void) { return n; }\nGETTER(get)\n"

    (use,) = uses(parsed(text), "n")

    assert ("get", "GETTER") == (use.function, use.via_macro)


def test_a_use_knows_which_static_variable_it_initialises(parsed: Parse) -> None:
    text = (
        b"static int n;\nenum { SIZE = 3 };\nstatic int *table[SIZE] = {&n};\n"
        b"void f(void) { static int *kept = &n; int *here = &n; (void)kept; (void)here; }\n"
    )
    unit = parsed(text)

    assert [f"{unit.path}:table", f"{unit.path}:f:kept", None] == [use.initialises for use in uses(unit, "n")]
    assert [None] == [use.initialises for use in uses(unit, "SIZE")]


def test_members_are_uses_of_fields(parsed: Parse) -> None:
    text = b"typedef struct { int a; union { int b; }; } S;\nint f(S *s, S t) { return s->a + t.b; }\n"
    unit = parsed(text)

    assert ["S.a", "S.b"] == [use.symbol for use in unit.references if use.kind is SymbolKind.FIELD]


def test_offsetof_uses_the_field(parsed: Parse) -> None:
    text = b"#include <stddef.h>\nstruct s { int a, b; };\nsize_t f(void) { return offsetof(struct s, b); }\n"

    (use,) = uses(parsed(text), "b")

    assert ("s.b", text.rindex(b"b)"), None) == (use.symbol, use.offset, use.via_macro)


def test_names_of_system_headers_are_their_own_symbols(parsed: Parse) -> None:
    text = b'#include <stdio.h>\nint f(void) { return fputs("", stderr); }\n'
    unit = parsed(text)

    assert ["fputs"] == [use.symbol for use in uses(unit, "fputs")]


def test_types_are_used_where_they_are_named(parsed: Parse) -> None:
    text = (
        b"struct tag { int x; };\ntypedef struct tag T;\n"
        b"T *f(void *p) { return (T *)p; }\nint n = sizeof(struct tag);\n"
    )
    unit = parsed(text)

    assert [SymbolKind.TYPEDEF] * 2 == [use.kind for use in uses(unit, "T")]
    assert ["tag", "tag"] == [use.symbol for use in uses(unit, "tag")]


def test_uses_in_a_header_of_the_project_are_found(parsed: Parse) -> None:
    header = b"static int n;\nstatic int get(void) { return n; }\n"
    unit = parsed(b'#include "h.h"\nint f(void) { return get() + n; }\n', files={"h.h": header})

    assert ["h.h", "m.c"] == [use.path.name for use in uses(unit, "n")]
    assert {f"{unit.path.with_name('h.h')}:n"} == {use.symbol for use in uses(unit, "n")}


def test_uses_of_all_redeclarations_share_a_symbol(parsed: Parse) -> None:
    text = (
        b"static int f(void);\nint g(void) { return f(); }\n"
        b"static int f(void) { return 0; }\nint h(void) { return f(); }\n"
    )
    unit = parsed(text)

    assert 1 == len({use.symbol for use in uses(unit, "f")})
    assert 1 == len({item.symbol for item in unit.declarations if item.name == "f"})


def test_locals_of_the_same_name_are_told_apart(parsed: Parse) -> None:
    text = b"int f(int a) { { int b = a; a = b; } { int b = a; return b; } }\n"
    unit = parsed(text)

    assert 2 == len({use.symbol for use in uses(unit, "b")})


def test_offsets_count_bytes_whatever_the_encoding(parsed: Parse) -> None:
    text = b"\xef\xbb\xbf/* caf\xe9 \xc3\xa9 */\r\nstatic int n; // \xe9\r\nint f(void) { return n; }\r\n"

    assert [text.rindex(b"n;")] == spelled(parsed(text), "n")


def test_a_method_call_in_cpp_is_a_call(parsed: Parse) -> None:
    text = (
        b"struct S { int get() { return 1; } int operator+(int) { return 2; } };\n"
        b"int f(S s) { return s.get() + (s + 1); }\n"
    )
    unit = parsed(text, language="c++")

    assert [True] == [use.is_call for use in uses(unit, "get")]
    assert [False, False] == [use.is_call for use in uses(unit, "s")]


def test_overloads_in_cpp_are_told_apart(parsed: Parse) -> None:
    text = b'int g(int); int g(long); extern "C" int h(int);\nint f() { return g(1) + g(1L) + h(1); }\n'
    unit = parsed(text, language="c++")

    assert ["g(int)", "g(long)"] == [use.symbol for use in uses(unit, "g")]
    assert ["h"] == [use.symbol for use in uses(unit, "h")]


def test_a_table_in_cpp_names_the_own_function_that_a_library_has_as_well(parsed: Parse) -> None:
    text = (
        b"#include <ctype.h>\n"
        b"typedef int (*entry)(void *, void *);\n"
        b"static int isalpha(void *self, void *args) { return isalpha(65) + (self == args); }\n"
        b'static const struct { const char *name; entry run; } table[] = {{"isalpha", isalpha}};\n'
    )

    unit = parsed(text, language="c++")

    table = next(use for use in uses(unit, "isalpha") if use.offset == text.rindex(b"isalpha"))
    (own,) = [item.symbol for item in unit.declarations if item.name == "isalpha" and item.is_definition]
    assert own == table.symbol


def test_namespaces_are_part_of_the_symbol(parsed: Parse) -> None:
    text = b"namespace a { int n; }\nnamespace { int m; }\nint f() { return a::n + m; }\n"
    unit = parsed(text, language="c++")

    assert ["a::n"] == [use.symbol for use in uses(unit, "n")]
    assert [f"{unit.path}:m"] == [use.symbol for use in uses(unit, "m")]


def test_names_in_a_table_are_found_among_numbers_and_texts(parsed: Parse) -> None:
    text = (
        b"enum { one = 1 };\n"
        b"static const double plain[] = { 0x1fUL, 1e5, 1.e-5, .5f, 'n', sizeof \"n /* \", /* one */ 2 // one\n };\n"
        b'static const char *const texts[] = { "/*", (char *)&plain[one], "*/" };\n'
        b"static struct { int n, m; } records[] = { {.n = 1, 2}, {m: 3}, {one, 0x1.p3} };\n"
        b"static int bound[one] = { 1 };\n"
    )

    unit = parsed(text)

    assert [text.index(b"one]"), text.index(b"one, "), text.index(b"one] =")] == spelled(unit, "one")
    assert [text.index(b"n = 1"), text.index(b"m: 3")] == sorted(spelled(unit, "n") + spelled(unit, "m"))
    assert ["texts", "records"] == [(item.initialises or "").rpartition(":")[2] for item in uses(unit, "one")[:2]]


def test_a_macro_in_a_table_of_numbers_is_read(parsed: Parse) -> None:
    text = b"enum { one = 1 };\n#define ROW {1, one}\nstatic int table[][2] = { {1, 2}, ROW };\n"

    assert [("ROW", text.rindex(b"ROW"))] == [(item.via_macro, item.offset) for item in uses(parsed(text), "one")]
