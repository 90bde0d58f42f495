from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from unstatic.cparse import MacroDefinition, ParsedUnit, parse

Parse = Callable[..., ParsedUnit]


@dataclass(frozen=True)
class Source:
    path: Path
    arguments: tuple[str, ...] = ()
    language: str = "c"


def macro(unit: ParsedUnit, name: str) -> MacroDefinition:
    return next(item for item in unit.macros if item.name == name)


def test_a_definition_runs_from_the_hash_to_the_end_of_its_last_line(parsed: Parse) -> None:
    text = b"  #  define ADD(a, \\\r\n   b) \\\r\n  ((a) + \\\r\n   (b)) /* sum */\r\nint x;\r\n"
    unit = parsed(text)
    found, source = macro(unit, "ADD"), unit.files[unit.path]

    assert b"#  define ADD(a, \\\r\n   b) \\\r\n  ((a) + \\\r\n   (b)) /* sum */" == source.text(found.span)
    assert b"((a) + \\\r\n   (b))" == source.text(found.body)
    assert ("a", "b") == found.parameters


def test_only_function_like_macros_have_parameters(parsed: Parse) -> None:
    unit = parsed(b"#define A (1)\n#define B() 2\n#define C(x, ...) x\n#define D(rest...) rest\n#define E\n")

    assert [None, (), ("x", "..."), ("rest...",), None] == [macro(unit, name).parameters for name in "ABCDE"]
    assert [b"(1)", b"2", b"x", b"rest", b""] == [
        unit.files[unit.path].text(macro(unit, name).body) for name in "ABCDE"
    ]


def test_a_comment_may_continue_a_definition(parsed: Parse) -> None:
    unit = parsed(b"#define A /* one\n two */ 1 // end \\\n more\nint x;\n")

    assert b"#define A /* one\n two */ 1 // end \\\n more" == unit.files[unit.path].text(macro(unit, "A").span)


def test_quotes_hide_comments_in_definitions(parsed: Parse) -> None:
    unit = parsed(b'#define A "/*" \'"\' 1\nint x; /* */\n')

    assert b'#define A "/*" \'"\' 1' == unit.files[unit.path].text(macro(unit, "A").span)


def test_an_expansion_includes_its_arguments_and_names_its_definition(parsed: Parse) -> None:
    text = b"#define ID(x) x\n#define ONE 1\nint a = ID(ID(ONE)\n + 1);\n"
    unit = parsed(text)

    assert [(b"ID(ID(ONE)\n + 1)", "ID"), (b"ID(ONE)", "ID"), (b"ONE", "ONE")] == [
        (unit.files[unit.path].text(item.span), item.name) for item in unit.expansions
    ]
    assert {(unit.path, 0), (unit.path, macro(unit, "ONE").span.start)} == {item.definition for item in unit.expansions}


def test_macros_of_the_system_and_the_command_line_have_no_definition(parsed: Parse) -> None:
    unit = parsed(b"#include <stddef.h>\nvoid *a = NULL;\nint b = GIVEN, c = __LINE__;\n", "-DGIVEN=3")

    assert [("NULL", None), ("GIVEN", None), ("__LINE__", None)] == [
        (item.name, item.definition) for item in unit.expansions
    ]
    assert () == unit.macros


def test_what_is_left_out_runs_from_hash_to_hash(parsed: Parse) -> None:
    text = b"#if 0\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif\nint d;\n"
    unit = parsed(text)

    assert [b"#if 0\nint a;\n#", b"#else\nint c;\n#"] == [
        unit.files[unit.path].data[span.start : span.end + 1] for span in unit.skipped[unit.path]
    ]


def test_a_condition_may_use_macros(parsed: Parse) -> None:
    text = b"#define NO 0\n#if NO && \\\n  NO\nint a;\n#endif\n"
    unit = parsed(text)

    assert [text.index(b"#if")] == [span.start for span in unit.skipped[unit.path]]


def test_a_header_that_guards_itself_is_not_left_out(parsed: Parse) -> None:
    header = b"int before(void);\n#ifndef H\n#define H\nint inside(void);\n#ifdef NO\nint never;\n#endif\n#endif\n"
    unit = parsed(b'#include "h.h"\n#include "h.h"\n', files={"h.h": header})
    (span,) = unit.skipped[unit.path.with_name("h.h")]

    assert header.index(b"#ifdef NO") == span.start


def test_inclusions_tell_where_they_lead(parsed: Parse) -> None:
    text = b"#include <stddef.h>\n#include \"h.h\"\n# include 'x'\n"
    unit = parsed(text.replace(b"# include 'x'\n", b'# include "h.h"\n'), files={"h.h": b"#pragma once\nint n;\n"})

    assert [("stddef.h", 0, False), ("h.h", 20, True), ("h.h", 35, True)] == [
        (item.path.name, item.offset, item.is_project) for item in unit.inclusions
    ]


def test_without_python_h_the_unit_says_so(parsed: Parse) -> None:
    assert not parsed(b"int x;\n").has_python


def test_python_h_is_found_through_other_headers(parsed: Parse) -> None:
    unit = parsed(b'#include "mine.h"\nPyObject *x;\n', files={"mine.h": b"#include <Python.h>\n"})

    assert unit.has_python
    assert () == unit.diagnostics
    assert ["_object"] == [item.pointee_record for item in unit.declarations]


def test_all_of_a_file_counts_that_a_further_pass_alone_reads(tmp_path: Path) -> None:
    text = b'#ifdef LARGE\n#define LIMIT 1\n#include "large.c"\n#endif\nint plain;\n'
    path = tmp_path / "m.c"
    path.write_bytes(text)
    (tmp_path / "large.c").write_bytes(b"int first = LIMIT;\nint second;\nint third(void) { return second; }\n")
    unit = Source(path)
    plain = parse(unit, tmp_path)
    further = parse(unit, tmp_path, None, {path: text.replace(b"#ifdef LARGE", b"#if 1       ")}, plain)

    assert ["first", "second", "third"] == [item.name for item in further.declarations if item.path != path]
