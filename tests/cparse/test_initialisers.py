from collections.abc import Callable

from unstatic.cparse import Declaration, InitEntry, ParsedUnit
from unstatic.text.source import Span

Parse = Callable[..., ParsedUnit]

RECORD = b"""
struct base { long count; void *type; };
struct type { struct base ob_base; const char *name; long size; void (*dealloc)(void); unsigned flags; };
#define HEAD_INIT(type, size) { size, type },
#define DOC(x) x
static void dealloc(void);
"""


def variable(unit: ParsedUnit, name: str) -> Declaration:
    return next(item for item in unit.declarations if item.name == name)


def entries(unit: ParsedUnit, name: str = "T") -> tuple[InitEntry, ...]:
    found = variable(unit, name).entries
    assert found is not None
    return found


def texts(unit: ParsedUnit, found: tuple[InitEntry, ...]) -> list[tuple[str | None, bytes, bytes]]:
    source = unit.files[unit.path]
    return [(item.field, source.text(item.span), source.text(item.value_span)) for item in found]


def test_positional_entries_get_the_names_of_their_fields(parsed: Parse) -> None:
    unit = parsed(
        RECORD + b'static struct type T = {\n    HEAD_INIT(0, 0)\n    "T", 8, dealloc, /* flags */ 1 | 2,\n};\n'
    )

    assert [
        ("ob_base", b"HEAD_INIT(0, 0)", b"HEAD_INIT(0, 0)"),
        ("name", b'"T"', b'"T"'),
        ("size", b"8", b"8"),
        ("dealloc", b"dealloc", b"dealloc"),
        ("flags", b"1 | 2", b"1 | 2"),
    ] == texts(unit, entries(unit))


def test_designated_entries_include_their_designator(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static struct type T = {.name = "T", .dealloc = (void (*)(void))dealloc};\n')

    assert [
        ("name", b'.name = "T"', b'"T"'),
        ("dealloc", b".dealloc = (void (*)(void))dealloc", b"(void (*)(void))dealloc"),
    ] == texts(unit, entries(unit))


def test_a_positional_entry_follows_a_designated_one(parsed: Parse) -> None:
    unit = parsed(RECORD + b"static struct type T = {.size = 4, dealloc, .name = 0, 5};\n")

    assert ["size", "dealloc", "name", "size"] == [item.field for item in entries(unit)]
    assert [2, 3, 1, 2] == [item.index for item in entries(unit)]
    assert [True, False, True, False] == [item.designated for item in entries(unit)]


def test_gnu_designators_are_designators(parsed: Parse) -> None:
    unit = parsed(RECORD + b"static struct type T = {size: 4, flags : 1};\n")

    assert [("size", b"size: 4", b"4"), ("flags", b"flags : 1", b"1")] == texts(unit, entries(unit))


def test_a_head_macro_and_a_designator_share_a_line(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static struct type T = { HEAD_INIT(0, 0).name = "T", .flags = 1 };\n')

    assert [
        ("ob_base", b"HEAD_INIT(0, 0)", b"HEAD_INIT(0, 0)"),
        ("name", b'.name = "T"', b'"T"'),
        ("flags", b".flags = 1", b"1"),
    ] == texts(unit, entries(unit))
    assert [True, False, False] == [item.macro for item in entries(unit)]


def test_a_macro_at_the_end_is_taken_in_whole(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static struct type T = {.name = DOC("T"), .size = DOC(sizeof(int) * DOC(2))};\n')

    assert [
        ("name", b'.name = DOC("T")', b'DOC("T")'),
        ("size", b".size = DOC(sizeof(int) * DOC(2))", b"DOC(sizeof(int) * DOC(2))"),
    ] == texts(unit, entries(unit))


def test_a_macro_at_the_start_of_a_value_is_no_macro_entry(parsed: Parse) -> None:
    unit = parsed(RECORD + b"#define FLAG 1\nstatic struct type T = {.flags = FLAG | 2};\n")

    assert [("flags", b".flags = FLAG | 2", b"FLAG | 2")] == texts(unit, entries(unit))
    assert [False] == [item.macro for item in entries(unit)]


def test_a_macro_that_makes_the_designator_is_a_macro_entry(parsed: Parse) -> None:
    unit = parsed(RECORD + b"#define SLOT(f, v) .f = v\nstatic struct type T = {SLOT(size, 4), SLOT(flags, 1)};\n")

    assert [
        ("size", b"SLOT(size, 4)", b"SLOT(size, 4)"),
        ("flags", b"SLOT(flags, 1)", b"SLOT(flags, 1)"),
    ] == [
        (item.field, unit.files[unit.path].text(item.span), unit.files[unit.path].text(item.span))
        for item in entries(unit)
    ]
    assert [True, True] == [item.macro for item in entries(unit)]


def test_several_entries_from_one_macro_are_one(parsed: Parse) -> None:
    unit = parsed(RECORD + b'#define MANY "T", 4, dealloc\nstatic struct type T = {HEAD_INIT(0, 0) MANY, 1};\n')

    assert [("ob_base", True), (None, True), ("flags", False)] == [(item.field, item.macro) for item in entries(unit)]


def test_entries_of_a_group_that_is_left_out_are_left_out(parsed: Parse) -> None:
    text = RECORD + b"static struct type T = {\n.size = 1,\n#if 0\n.name = 0,\n#else\n.flags = 2,\n#endif\n};\n"

    assert ["size", "flags"] == [item.field for item in entries(parsed(text))]


def test_dotted_designators_keep_their_path(parsed: Parse) -> None:
    unit = parsed(RECORD + b"static struct type T = {.ob_base.count = 1, .ob_base = {2, 0}};\n")

    assert ["ob_base.count", "ob_base"] == [item.field for item in entries(unit)]


def test_nested_braces_have_entries_of_their_own(parsed: Parse) -> None:
    unit = parsed(RECORD + b"static struct type T = {.ob_base = {.type = 0}, .size = 1};\n")
    first = entries(unit)[0]

    assert first.children is not None
    assert [("type", b".type = 0", b"0")] == texts(unit, first.children)


def test_rows_of_a_table_have_no_field_but_their_parts_do(parsed: Parse) -> None:
    text = b'struct row { const char *name; int flags; };\nstatic struct row T[] = {{"a", 1}, {.name = "b"}, {0}};\n'
    rows = entries(parsed(text))

    assert [None, None, None] == [row.field for row in rows]
    assert [0, 1, 2] == [row.index for row in rows]
    assert [["name", "flags"], ["name"], ["name"]] == [[item.field for item in row.children or ()] for row in rows]


def test_rows_that_a_macro_makes_are_macro_entries(parsed: Parse) -> None:
    text = (
        b"struct row { const char *name; int flags; };\n#define ROW(n) {n, 1},\n#define END {0}\n"
        b'static struct row T[] = {ROW("a") ROW("b") {"c"}, END};\n'
    )
    unit = parsed(text)

    assert [b'ROW("a")', b'ROW("b")', b'{"c"}', b"END"] == [item[1] for item in texts(unit, entries(unit))]
    assert [True, True, False, True] == [row.macro for row in entries(unit)]


def test_array_designators_are_designators(parsed: Parse) -> None:
    text = b"struct row { int a; void *b; };\nstatic struct row T[] = {[2] = {1}, [0 ... 1] = {2}};\n"
    unit = parsed(text)

    assert [(None, b"[2] = {1}", b"{1}"), (None, b"[0 ... 1] = {2}", b"{2}")] == texts(unit, entries(unit))


def test_fields_after_a_record_without_its_braces_are_unknown(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static struct type T = {1, 0, "T", .flags = 2};\n')

    assert [None, None, None, "flags"] == [item.field for item in entries(unit)]
    assert [-1, -1, -1, 4] == [item.index for item in entries(unit)]


def test_unnamed_members_count_as_fields(parsed: Parse) -> None:
    text = b"struct s { int a; union { int b; int c; }; int : 4; void *d; };\nstatic struct s T = {1, {2}, 0};\n"

    assert ["a", None, "d"] == [item.field for item in entries(parsed(text))]


def test_tables_of_numbers_are_not_read(parsed: Parse) -> None:
    unit = parsed(b"static const int T[] = {1, 2, 3};\n")

    assert None is variable(unit, "T").entries


def test_huge_tables_are_not_read(parsed: Parse) -> None:
    rows = b"{0}, " * 5001

    assert None is variable(parsed(b"struct s { void *p; };\nstatic struct s T[] = {" + rows + b"};\n"), "T").entries


def test_an_initialiser_inside_a_macro_call_is_not_read(parsed: Parse) -> None:
    unit = parsed(RECORD + b"#define MAKE(n) static struct type n = {.size = 4}\nMAKE(T);\n")

    assert None is variable(unit, "T").entries


def test_rows_from_another_file_are_not_read(parsed: Parse) -> None:
    text = b'struct row { const char *name; };\nstatic struct row T[] = {\n{"a"},\n#include "rows.inc"\n};\n'

    assert None is variable(parsed(text, files={"rows.inc": b'{"b"},\n'}), "T").entries


def test_static_locals_have_entries(parsed: Parse) -> None:
    text = (
        b"void f(void) { static const char *const names[] = {0}; const char *more[] = {0}; (void)more; (void)names; }\n"
    )
    unit = parsed(text)

    assert 1 == len(entries(unit, "names"))
    assert None is variable(unit, "more").entries


def test_cpp_initialisers_are_read(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static type T = {{1, nullptr}, "T", 8, dealloc};\nstatic type U{};\n', language="c++")

    assert ["ob_base", "name", "size", "dealloc"] == [item.field for item in entries(unit)]
    assert () == entries(unit, "U")


def test_designators_in_cpp_are_read(parsed: Parse) -> None:
    unit = parsed(RECORD + b'static type T = {.name = "T", .flags = 3};\n', "-std=c++20", language="c++")

    assert [("name", b'.name = "T"', b'"T"'), ("flags", b".flags = 3", b"3")] == texts(unit, entries(unit))


def test_crlf_and_comments_stay_out_of_entries(parsed: Parse) -> None:
    text = (
        RECORD.replace(b"\n", b"\r\n")
        + b"static struct type T = {\r\n  .size = 4, // s\xe9\r\n  .flags = 1 /* f */\r\n};\r\n"
    )
    unit = parsed(text)

    assert [("size", b".size = 4", b"4"), ("flags", b".flags = 1", b"1")] == texts(unit, entries(unit))


def test_an_error_inside_loses_the_entries_and_is_reported(parsed: Parse) -> None:
    from unstatic.cparse import errors_in

    text = RECORD + b"static struct type T = {.size = unknown_name};\nint good;\n"
    unit = parsed(text)
    start = text.index(b"static struct type T")

    assert not variable(unit, "T").entries
    assert 1 == len(errors_in(unit, unit.path, Span(start, text.index(b"int good"))))
    assert () == errors_in(unit, unit.path, Span(text.index(b"int good"), len(text)))


def test_tables_without_pointers_have_no_entries(parsed: Parse) -> None:
    unit = parsed(
        b"struct point { double x, y; };\n"
        b"struct shape { struct point at[2]; const char *name; };\n"
        b"static struct point points[] = { {1, 2}, {3, 4} };\n"
        b'static struct shape shapes[] = { { {{1, 2}, {3, 4}}, "line" } };\n'
    )

    assert (None, 1) == (variable(unit, "points").entries, len(entries(unit, "shapes")))
