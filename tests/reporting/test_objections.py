"""What the judge objects to; and that it has nothing to say of what is expected of our own extensions and cases."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from harness import situations

from unstatic.objections.judge import objections

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
SITUATIONS = {item.folder.name: item for item in situations.read_all(EXTENSIONS) if item.is_migrated}
REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
CASES = sorted(path for path in REWRITES.glob("*/cases/*") if any(path.glob("after.c*")))

# Left as they are, each for a reason.
EXPLAINED = {
    # Something counts on the object, or what would have to release it isn't written in one function.
    "unread-state",
    # A name without a module that the module's own code reads.
    "poked-name",
    # Macros without parameters stay what they were, and those that paste names would change at each use.
    "capturing-macro",
}
NOT_YET = {
    (
        "source_for_some_platforms",
        "adjacent-conditions",
    ): "a group that was there, below one for the forward declaration",
    ("type_added_in_else_branch", "long-line"): "a line of theirs that was far too long already",
    ("types_added_by_helper", "long-line"): "the same",
    ("types_made_in_helpers", "late-check"): "Py_DECREF became Py_CLEAR where it stood",
    ("heap_types/struct_in_the_same_group", "adjacent-conditions"): "the second of two groups that were there",
}


def found(before: str, after: str, name: str = "spam.c") -> set[str]:
    """Return the rules that the judge names for one file."""
    path = Path(name)
    return {item.rule for item in objections({path: before.encode()}, {path: after.encode()})}


EXAMPLES = {
    "trailing-blanks": ("int a;\n", "int b;  \n"),
    "long-line": ("int f(void);\n", "int f(" + "int a_long_name_of_a_parameter, " * 4 + "int b);\n"),
    "doubled-blank-lines": ("int a;\n\nint b;\n\nint c;\n", "int a;\n\n\nint c;\n"),
    "misaligned-continuation": (
        "#define F(a)  \\\n    g(a);     \\\n    h(a);     \\\n    i(a)\n",
        "#define F(a)  \\\n    gg(a);      \\\n    h(a);     \\\n    i(a)\n",
    ),
    "moved-side-comment": (
        "void f(void) {\n    g();        /* one */\n    h();        /* two */\n}\n",
        "void f(void) {\n    g();        /* one */\n    hh();        /* two */\n}\n",
    ),
    "adjacent-conditions": ("int a;\n", "int a;\n#if X\nint b;\n#endif\n#if X\nint c;\n#endif\n"),
    "empty-condition": ("#if X\nint a;\n#endif\n", "#if X\n#endif\n"),
    "crowded-condition": ("#include <a.h>\n", "#include <a.h>\n#if X\n#  define Y 0\n#endif\nint a = Y;\n"),
    "late-check": (
        "int f(void) {\n    a = make();\n    if (a == NULL) return -1;\n}\n",
        "int f(void) {\n    a = make();\n    a->b = 1;\n    if (a == NULL) return -1;\n}\n",
    ),
    "mixed-braces": (
        "int f(void) {\n    if (a)\n        return 1;\n    if (b)\n        return 2;\n}\n",
        "int f(void) {\n    if (a)\n        return 1;\n    if (b)\n        return 2;\n"
        "    if (c) {\n        return 3;\n    }\n}\n",
    ),
    "unused-parameter": ("int f(int a) { return a; }\n", "int f(s *state, int a) { return a; }\n"),
    "poked-name": ("int f(void) {\n}\n", 'int f(void) {\n    t->tp_name = "x";\n}\n'),
    "capturing-macro": ("#define NONE none\nint a = NONE;\n", "#define NONE state->none\nint a = NONE;\n"),
    "bare-parameter": ("#define N(s) 1\nint a = N(b);\n", "#define N(s) s->none\nint a = N(b);\n"),
    "orphaned-comment": ("/* A. */\nint a;\n\nint b;\n", "/* A. */\n\nint b;\n"),
    "repeated-definition": ("", ""),
    "clashing-names": ("void LRU_clear(void) {}\n", "void LRU_clear(void) {}\nvoid lru_clear(void) { LRU_clear(); }\n"),
    "unused-name": ("int a;\n", "int a;\nstatic int f(void) { return a; }\n"),
    "foreign-name": (
        'static PyModuleDef d = {PyModuleDef_HEAD_INIT, "lmdb"};\n',
        'typedef struct {\n    int a;\n} spam_state;\nstatic PyModuleDef d = {PyModuleDef_HEAD_INIT, "lmdb"};\n',
    ),
    "unread-state": (
        "int a;\n",
        "typedef struct {\n    PyObject *b;\n} m_state;\nint e(void) { state->b = make(); }\n"
        "PyModuleDef_Slot s[] = {{Py_mod_exec, e}};\n",
    ),
    "imported-address": ("int a;\n", "PyType_Slot s[] = {\n    {Py_tp_base, &PyList_Type},\n};\n"),
}


@pytest.mark.parametrize("rule", [rule for rule in EXAMPLES if rule != "repeated-definition"])
def test_objects_to_what_is_new(rule: str) -> None:
    before, after = EXAMPLES[rule]

    assert rule in found(before, after)
    assert rule not in found(after, after)


def test_a_field_whose_name_a_macro_puts_together_is_read() -> None:
    before, after = EXAMPLES["unread-state"]

    assert "unread-state" in found(before, after)
    assert "unread-state" not in found(before, after.replace("int e", "#define GET(n) state->b##n\nint e"))
    assert "unread-state" not in found(before, after.replace("int e", "#define GET(n) state->n##b\nint e"))
    assert "unread-state" in found(before, after.replace("int e", "#define GET(n) state->c##n\nint e"))


def test_files_may_have_short_functions_of_their_own() -> None:
    paths = [Path("a.c"), Path("b.c")]
    after = dict.fromkeys(paths, b"static int visit(void *a) { Py_VISIT(Py_TYPE(a)); return 0; }\n")

    rules = {item.rule for item in objections(dict.fromkeys(paths, b"int a;\n"), after)}

    assert "repeated-definition" not in rules


def test_a_field_is_read_by_who_gets_it_from_a_capsule() -> None:
    before, after = EXAMPLES["unread-state"]
    lent = after.replace("make(); }", "make(); SHARE(state->b, 1); }")

    assert "unread-state" in found(before, lent)
    assert "unread-state" not in found(before, "#define SHARE(p, n) \\\n    PyCapsule_New(p, #n, NULL)\n" + lent)


def test_a_line_that_was_far_too_long_may_stay_so_wherever_it_stands() -> None:
    long = "first_of_the_names_that_are_long = make_something_of_it(argument, argument, argument, argument);\n"
    rest = "    rest();\n" * 200
    before = f"void f(void) {{\n    if (!b) return;\n    {long}{rest}}}\n"
    after = f"void f(void) {{\n    state->{long}    if (!state->b) return;\n{rest}}}\n"

    assert "long-line" not in found(before, after)
    assert "long-line" in found(before, after.replace("first_of", "other_of"))


def test_a_test_keeps_the_braces_that_it_had() -> None:
    braced = "".join(f"    if (a{number}) {{\n        return 1;\n    }}\n" for number in range(3))
    before = "int f(void) {\n    if (make(b) < 0)\n        return 1;\n" + braced + "}\n"

    assert "mixed-braces" not in found(before, before.replace("make(b) < 0", "other == NULL"))


def test_bound_of_a_field_is_no_field() -> None:
    before, after = EXAMPLES["unread-state"]
    read = "int f(m_state *state) { return state->b != NULL; }\n"
    longer = after.replace("*b;", "*b[sizeof(start) / sizeof(start[0])];")

    assert "unread-state" in found(before, longer)
    assert "unread-state" not in found(before, longer + read)


@pytest.mark.parametrize(
    "text",
    [
        "#define FLAG 0\nint a = FLAG;\n",
        "static int f(int x) { if (g(x) < 0) { report(x, 1, 2, 3); return -1; } return x + 1; }\n",
    ],
)
def test_objects_to_what_several_files_define(text: str) -> None:
    paths = [Path("a.c"), Path("b.c")]
    after = dict.fromkeys(paths, text.encode())

    rules = {item.rule for item in objections(dict.fromkeys(paths, b"int a;\n"), after)}

    assert "repeated-definition" in rules


def test_a_heading_needs_something_below_it() -> None:
    heading = "// -----\n// Globals\n// -----\n"

    assert "orphaned-comment" not in found(heading + "int a;\nint b[1] = {0};\n\nint c;\n", heading + "int c;\n")
    assert "orphaned-comment" in found(heading + "int a;\n\n// -----\nint c;\n", heading + "\n// -----\nint c;\n")


def test_has_nothing_to_say_of_what_is_as_it_was() -> None:
    assert "doubled-blank-lines" not in found("int a;\n\n\nint b;\n", "int c;\n\n\nint d;\n")
    assert "orphaned-comment" not in found("/* A. */\nint a;\nint b;\n\nint c;\n", "/* A. */\nint b;\n\nint c;\n")


def test_objects_to_designators_in_cpp_only() -> None:
    after = "T a = {\n    .b = 1,\n};\n"

    assert "designator" in found("", after, "spam.cpp")
    assert "designator" not in found("", after)


def test_leaves_the_style_of_generated_code_alone() -> None:
    def clinic(name: str) -> str:
        start, end = "/*[clinic input]\n[clinic start generated code]*/\n", "/*[clinic end generated code: {}]*/\n"
        return f"{start}int {name};\n{end.format('output=01 input=02')}"

    assert "long-line" in found("int a;\n", f"int {'a' * 150};\n")
    assert "long-line" not in found(clinic("a"), clinic("a" * 150))


@pytest.mark.parametrize("name", SITUATIONS)
def test_has_nothing_to_say_of_our_extensions(name: str) -> None:
    situation = SITUATIONS[name]
    before = {Path(file): data for file, data in situation.before.items()}
    after = {Path(file): data for file, data in situation.after.items()}

    told = [item for item in objections(before, after) if item.rule not in EXPLAINED]

    assert [] == [str(item) for item in told if (name, item.rule) not in NOT_YET]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.parent.name}-{case.name}")
def test_has_nothing_to_say_of_the_cases(case: Path) -> None:
    (before,) = case.glob("before.c*")
    path = Path(before.name)
    after = before.with_name(f"after{before.suffix}").read_bytes()

    told = [item for item in objections({path: before.read_bytes()}, {path: after}) if item.rule not in EXPLAINED]
    name = f"{case.parent.parent.name}/{case.name}"

    assert [] == [str(item) for item in told if (name, item.rule) not in NOT_YET]
