"""Which struct sequences every module can make for itself, and what stands in the way of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.plan.decisions import Decision, Verdict
from unstatic.settings.config import Settings
from unstatic.text.edits import Safety

SOURCE = """#include <Python.h>
#define MODULE_NAME "seq"
static PyStructSequence_Field fields[] = {{"a", NULL}, {NULL, NULL}};
static PyStructSequence_Desc desc = {@NAME@, "doc", fields, 1};
static PyStructSequence_Desc other_desc = {"seq.Other", "doc", fields, 1};
static PyTypeObject Result@INITIALISER@;
static PyTypeObject Other;
static int initialized;
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "seq", NULL, -1, NULL};
@BEFORE@
PyMODINIT_FUNC
PyInit_seq(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    @BODY@
    Py_INCREF(&Result);
    PyModule_AddObject(m, "Result", (PyObject *)&Result);
    return m;
}
"""
MADE = "if (PyStructSequence_InitType2(&Result, &desc) < 0) return NULL;"
HELPER = "static int make(void) { " + MADE.replace("NULL", "-1") + " return 0; }"


def migrate(folder: Path, body: str, name: str = '"seq.Result"', initialiser: str = "", before: str = "") -> Outcome:
    text = SOURCE
    for key, value in {"NAME": name, "INITIALISER": initialiser, "BEFORE": before, "BODY": body}.items():
        text = text.replace(f"@{key}@", value)
    (folder / "seq.c").write_text(text)
    (extension,) = pipeline.load([folder / "seq.c"], Settings())
    return pipeline.run(extension, Settings())


def in_one_line(outcome: Outcome) -> str:
    """Return the result without its layout: which lines are broken is no matter of struct sequences."""
    return " ".join(outcome.after[Path("seq.c")].decode().split())


def decision(outcome: Outcome, subject: str = "type:Result") -> Decision:
    assert outcome.plan is not None
    found = outcome.plan.decision(subject)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("body", "before"),
    [
        (MADE, ""),
        (f'{MADE} PyModule_AddObject(m, "Again", (PyObject *)&Result);', ""),
        ("PyStructSequence_InitType(&Result, &desc);", ""),
        ("PyStructSequence_InitType(&Result, &desc); if (PyErr_Occurred()) return NULL;", ""),
        ("(void)PyStructSequence_InitType2((PyTypeObject *)&Result, &desc);", ""),
        (f"if (!initialized) {{ {MADE} initialized = 1; }}", ""),
        (f"if (0 == initialized) {MADE} initialized = 1;", ""),
        (f"if (Result.tp_name == NULL) {{ {MADE} }}", ""),
        ("if (!Result.tp_name) PyStructSequence_InitType(&Result, &desc);", ""),
        ("if (make() < 0) return NULL;", HELPER),
    ],
)
def test_is_made_without_a_guard(body: str, before: str, tmp_path: Path) -> None:
    outcome = migrate(tmp_path, body, before=before)
    after = in_one_line(outcome)

    assert decision(outcome).verdict is Verdict.MIGRATE
    assert "Result = PyStructSequence_NewType(&desc);" in after
    assert "Result->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;" in after
    assert "InitType" not in after
    assert "!initialized" not in after and "!Result" not in after


def test_calls_in_one_condition_stay_there(tmp_path: Path) -> None:
    test = "PyStructSequence_InitType2(&%s, &%s) < 0"
    condition = " || ".join([test % ("Result", "desc"), test % ("Other", "other_desc")])

    after = in_one_line(migrate(tmp_path, f"if ({condition}) return NULL;"))

    assert "if ((state->Result = PyStructSequence_NewType(&desc)) == NULL || (state->Other = " in after


def test_slots_that_are_replaced_afterwards_are_replaced_in_the_new_type(tmp_path: Path) -> None:
    outcome = migrate(tmp_path, f"{MADE} Result.tp_new = NULL; Result.tp_hash = PyObject_HashNotImplemented;")
    after = in_one_line(outcome)

    assert decision(outcome).verdict is Verdict.MIGRATE
    assert "state->Result->tp_new = NULL; state->Result->tp_hash = PyObject_HashNotImplemented;" in after


SLOT = "static PyObject *text(PyObject *self) { return %s; }"


@pytest.mark.parametrize(
    ("rule", "words", "value"),
    [
        ("struct-sequence", "doesn't know its module", 'Py_BuildValue("(OO)", self, Result.tp_base)'),
        ("struct-sequence", "doesn't know its module", "(PyObject *)&Result == self ? NULL : PyUnicode_New(0, 0)"),
    ],
)
def test_no_slot_of_it_leads_to_the_module(rule: str, words: str, value: str, tmp_path: Path) -> None:
    found = decision(migrate(tmp_path, f"{MADE} Result.tp_str = text;", before=SLOT % value))

    assert (found.verdict, found.rule) == (Verdict.REFUSE, rule), found
    assert words in found.reason


@pytest.mark.parametrize("initialiser", [" = {0}", " = {PyVarObject_HEAD_INIT(NULL, 0)}"])
def test_zeros_go(initialiser: str, tmp_path: Path) -> None:
    outcome = migrate(tmp_path, MADE, initialiser=initialiser)

    assert decision(outcome).verdict is Verdict.MIGRATE


def test_variable_goes_with_the_guard(tmp_path: Path) -> None:
    outcome = migrate(tmp_path, f"if (!initialized) {{ {MADE} initialized = 1; }}")

    assert decision(outcome, "global:initialized").rule == "heap-types"
    assert b"initialized" not in outcome.after[Path("seq.c")]
    assert outcome.plan is not None
    assert "initialized" not in [item.name for item in outcome.plan.claims.reasons]


def test_name_without_dot_gets_the_module_in_front(tmp_path: Path) -> None:
    outcome = migrate(tmp_path, MADE, name='"Result"')
    after = outcome.after[Path("seq.c")].decode()

    assert decision(outcome).safety is Safety.REVIEW
    assert 'desc = {"seq.Result", "doc"' in after
    assert "tp_name" not in after


def test_name_without_dot_is_kept_where_c_reads_it(tmp_path: Path) -> None:
    before = "static int starts(PyObject *x) { return Py_TYPE(x)->tp_name[0] == 'R'; }"

    outcome = migrate(tmp_path, MADE, name='"Result"', before=before)

    assert 'Result->tp_name = "Result";' in outcome.after[Path("seq.c")].decode()


@pytest.mark.parametrize(
    ("rule", "words", "body", "before"),
    [
        ("runtime-slot", "tp_base", f"{MADE} Result.tp_base = &PyTuple_Type;", ""),
        ("runtime-slot", "tp_new", f"{MADE} if (Py_VerboseFlag) Result.tp_new = NULL;", ""),
        ("runtime-slot", "before", f"Result.tp_new = NULL; {MADE}", ""),
        ("struct-sequence", "condition", f"if (Py_VerboseFlag) {{ {MADE} }}", ""),
        ("struct-sequence", "condition", f"if (!initialized) {{ {MADE} puts(desc.doc); initialized = 1; }}", ""),
        ("struct-sequence", "condition", f"if (!initialized) {{ {MADE} initialized = 1; }} else {{ return m; }}", ""),
        ("struct-sequence", "condition", f"if (!initialized) {{ {MADE} initialized = 1; }} (void)initialized;", ""),
        ("struct-sequence", "condition", "if (!initialized) { make(); initialized = 1; }", HELPER),
        ("struct-sequence", "once", "make(); make();", HELPER),
        ("struct-sequence", "expression", "if (PyStructSequence_InitType2(&Result, &desc) == 0) return m;", ""),
        ("struct-sequence", "expression", "int x = PyStructSequence_InitType2(&Result, &desc); (void)x;", ""),
        ("struct-sequence", "more than one", f"{MADE} {MADE}", ""),
        ("struct-sequence", "run time", f'desc.name = "x.Result"; {MADE}', ""),
        ("struct-sequence", "as well", f"PyType_Ready(&Result); {MADE}", ""),
        (
            "struct-sequence",
            "report a failure",
            "make();",
            "static void make(void) { PyStructSequence_InitType(&Result, &desc); }",
        ),
    ],
)
def test_stays_static(rule: str, words: str, body: str, before: str, tmp_path: Path) -> None:
    found = decision(migrate(tmp_path, body, before=before))

    assert (found.verdict, found.rule) == (Verdict.REFUSE, rule), found
    assert words in found.reason


@pytest.mark.parametrize(
    ("name", "words"), [("MODULE_NAME", "macro"), ("NULL", "no name"), ("(char *)fields", "can't be read")]
)
def test_name_must_be_readable(name: str, words: str, tmp_path: Path) -> None:
    found = decision(migrate(tmp_path, MADE, name=name))

    assert (found.verdict, found.rule) == (Verdict.REFUSE, "struct-sequence")
    assert words in found.reason


def test_all_types_behind_one_guard_or_none(tmp_path: Path) -> None:
    body = f"if (!initialized) {{ {MADE} PyStructSequence_InitType(&Other, &other_desc); initialized = 1; }}"
    outcome = migrate(tmp_path, body, before="static PyTypeObject *const table[] = {&Other};")

    assert decision(outcome, "type:Other").rule == "static-initialiser"
    assert decision(outcome).reason == "the test that guards it guards Other as well, which stays static"
    assert decision(outcome, "global:initialized").verdict is Verdict.KEEP


def test_guard_goes_although_only_types_were_asked_for(tmp_path: Path) -> None:
    migrate(tmp_path, f"if (!initialized) {{ {MADE} initialized = 1; }}")
    (extension,) = pipeline.load([tmp_path / "seq.c"], Settings())
    outcome = pipeline.run(extension, Settings(only=("type:Result",)))

    assert decision(outcome, "global:initialized").verdict is Verdict.MIGRATE
    assert b"initialized" not in outcome.after[Path("seq.c")]
