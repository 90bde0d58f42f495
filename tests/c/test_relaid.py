"""The layout of what edits leave: lines that got too long, in code and in comments, and the lines below them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from unstatic.rewriting.layout.relaid import relaid
from unstatic.rewriting.style import Style
from unstatic.text.edits import Edit, apply
from unstatic.text.source import SourceFile, Span

PATH = Path("spam.c")
STYLE = Style(b"    ", b"\n", brace_on_own_line=True, type_on_own_line=True, cplusplus=False)


def laid(text: str, *changes: tuple[str, str]) -> str:
    """Return *text* with each first part of *changes* replaced, as it is laid out."""
    data = text.encode()
    edits = [
        Edit(PATH, Span(at := data.index(old.encode()), at + len(old.encode())), new.encode()) for old, new in changes
    ]
    file: Any = SimpleNamespace(source=SourceFile(PATH, data))
    return apply(data, relaid(file, edits, STYLE)).decode()


def test_words_of_a_moved_comment_are_spread_anew() -> None:
    words = "Dict indexed by object IDs, whose values are the variant levels of all data\n{0} * types.\n{0} *\n"
    moved = "    /* " + words.format("    ") + "     * - kept as it is\n     */\n    int a;\n"

    assert laid("struct s {\n};\n", ("};", moved + "};")) == (
        "struct s {\n    /* Dict indexed by object IDs, whose values are the variant levels of all\n"
        "     * data types.\n     *\n     * - kept as it is\n     */\n    int a;\n};\n"
    )


def test_a_comment_on_one_line_goes_on_below() -> None:
    assert laid("int a;\n", ("int a", "/* " + "word " * 16 + "*/\nint a")) == (
        "/* " + "word " * 14 + "word\n * word */\nint a;\n"
    )
    assert laid("int a;\n", ("int a", "//" + " word" * 16 + "\nint a")) == (
        "// " + "word " * 14 + "word\n// word\nint a;\n"
    )


def test_comments_that_were_there_and_drawings_stay() -> None:
    long = "/* " + "word " * 16 + "*/\n"
    table = "/* a" + " " * 40 + "b" + " " * 40 + "c */\n"
    code = "// made = make(" + "argument, " * 8 + "last);\n// other();\n"

    assert laid(long + "int a;\n", ("int a", "int bb")) == long + "int bb;\n"
    assert laid("int a;\n", ("int a", table + "int a")) == table + "int a;\n"
    assert laid("int a;\n", ("int a", code + "int a")) == code + "int a;\n"


def test_a_list_without_room_in_its_column_goes_below_its_call() -> None:
    call = "    {}made_of_a_type = make_something_of_a_type(given,\n{}&spec,\n{}other_object_of_a_type);\n"
    text = "{\n" + call.format("", *[" " * 46] * 2) + "}\n"

    assert laid(text, ("    made_of", "    state->made_of"), ("other_ob", "state->other_ob")) == (
        "{\n    state->made_of_a_type = make_something_of_a_type(\n"
        "        given, &spec, state->other_object_of_a_type);\n}\n"
    )


def test_a_list_moves_along_with_a_call_that_goes_below_its_assignment() -> None:
    text = "{\n    variable_of_a_type = make_something_of_other_types(given, spec,\n" + " " * 55 + "other);\n}\n"

    assert laid(text, ("    variable", "    state->variable_with_a_name")) == (
        "{\n    state->variable_with_a_name_of_a_type =\n"
        "        make_something_of_other_types(given, spec,\n" + " " * 38 + "other);\n}\n"
    )


def test_what_goes_takes_the_unusual_gap_along() -> None:
    text = "int f()\n{\n}\n\nint g()\n{\n}\n\nint h;\n\n\nint k()\n{\n}\n"

    assert laid(text, ("int h;\n\n", "")) == text.replace("int h;\n\n\n", "")


def test_a_row_of_a_table_goes_on_as_it_did() -> None:
    first, second = '"shelf.OperationalError", &{}OperationalError, &{}DatabaseError,', "OperationalError_doc },\n"
    table = "static struct row rows[] = {\n    { " + first.format("", "") + "\n        " + second + "    {NULL}\n};\n"

    assert laid(table, (first.format("", ""), first.format("state->", "state->"))) == (
        'static struct row rows[] = {\n    { "shelf.OperationalError", &state->OperationalError,\n'
        "        &state->DatabaseError, OperationalError_doc },\n    {NULL}\n};\n"
    )


def test_a_brace_in_a_column_of_its_own_comes_nearer() -> None:
    row = '\t{{ .name = "LineBulk",\t.typeobj = {}gpiod_LineBulkType,{}}},\n'
    table = "static struct row rows[] = {\n" + row.format("&", "\t\t") + "};\n"

    assert laid(table, ("&gpiod", "state->gpiod")) == (
        "static struct row rows[] = {\n" + row.format("state->", " ") + "};\n"
    )


def test_a_literal_goes_on_below_itself() -> None:
    call = '    PyErr_SetString({}Error,{}"input should have been consumed "\n{}"before calling flush()");\n'

    assert laid("{\n" + call.format("My", " ", " " * 29) + "}\n", ("My", "state->spam_module->My")) == (
        "{\n" + call.format("state->spam_module->My", "\n" + " " * 20, " " * 20) + "}\n"
    )
    assert laid("{\n" + call.format("My", " ", " " * 29) + "}\n", ("My", "the")) == (
        "{\n" + call.format("the", " ", " " * 30) + "}\n"
    )


def test_a_list_in_a_condition_goes_below_what_is_asked() -> None:
    text = (
        "{{\n    if (one) {{\n    }}\n    else if (!PyObject_IsInstance({}instance,{}(PyObject *){})) {{\n    }}\n}}\n"
    )

    assert laid(text.format("", "\n" + " " * 34, "Type_of_instance"), ("Type", "state->spam_module->Type")) == (
        text.format("\n" + " " * 17, " ", "state->spam_module->Type_of_instance")
    )


def test_a_function_stands_apart_once_the_directive_above_it_is_gone() -> None:
    text = "int f(void)\n{\n}\n#endif\nint a[] = {\n    1};\n#endif\nint g(void)\n{\n}\n\nint h(void);\n"
    apart = "int f(void)\n{\n}\nint a[] = {\n    1};\n\nint g(void)\n{\n}\n\nint h(void);\n"

    assert laid(text, ("}\n#endif\n", "}\n"), ("1};\n#endif\n", "1};\n")) == apart
    assert laid("int f(void)\n{\n}\n" + text, ("{\n    1};", "{\n    2};")).startswith("int f(void)\n{\n}\nint f")
