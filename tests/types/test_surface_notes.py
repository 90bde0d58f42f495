"""What a migration changes for Python code is told, and what `verify` makes of pickles that can't be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unstatic.cli import main
from unstatic.verify.children import Json, Outcomes
from unstatic.verify.compare import compare
from unstatic.verify.findings import problems

CASES = Path(__file__).parents[2] / "rewrites" / "heap_types" / "cases"
CLASSIFIERS = "['Programming Language :: Python :: 2.7', 'Programming Language :: Python :: 3.13']"
FIRST = "the result needs Python 3.9; the project says 2.7, 3.13 (setup.py)"
STATIC: dict[str, Json] = {"flags": [], "name": "T", "module": "m"}
HEAP: dict[str, Json] = {"flags": ["HEAPTYPE"], "name": "T", "module": "m"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project for an old Python, with types that can't be called."""
    source = (CASES / "pickles_of_types_without_new" / "before.c").read_bytes()
    (tmp_path / "points.c").write_bytes(source)
    setup = f"from setuptools import *\nC = {CLASSIFIERS}\nsetup(ext_modules=[Extension('points', ['points.c'])])\n"
    (tmp_path / "setup.py").write_text(setup, encoding="utf-8")
    return tmp_path


def test_pythons_that_are_left_behind_are_the_first_line(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main(["diff", str(project)])

    shown = capfd.readouterr().err
    # A busy machine has it tell how far it is.
    assert f"note: {FIRST}" == next(line for line in shown.splitlines() if " done, " not in line)
    assert 1 == shown.count(FIRST)


def test_what_stays_as_it_was_needs_no_newer_python(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "points.c").write_text("#include <Python.h>\n", encoding="utf-8")
    main(["diff", str(project)])

    assert "the result needs" not in capfd.readouterr().err


def test_they_are_the_first_note_of_each_report(project: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    main(["diff", str(project), "--report", str(report)])

    (extension,) = json.loads(report.read_text(encoding="utf-8"))["extensions"]
    assert FIRST == extension["notes"][0]


def test_types_that_share_their_methods_are_named(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    main(["diff", str(project)])

    told = [line for line in capfd.readouterr().err.splitlines() if "pickle protocols 0 and 1" in line]
    assert ["First_Type", "Second_Type"] == [line.split(" instances of ")[1].split()[0] for line in told]


DOCUMENTED = r"""#include <Python.h>
PyDoc_STRVAR(made_doc, "Made(a, /)\n--\n\nBy a macro.");
static const char written_doc[] = "Written(a, /)\n" "--\n"
    "\n" "In pieces.";
static PyTypeObject Made = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Made", .tp_doc = made_doc};
static PyTypeObject Written = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Written", .tp_doc = written_doc};
static PyTypeObject Plain = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.P", .tp_doc = PyDoc_STR("Plain(a) - old")};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL};
PyMODINIT_FUNC
PyInit_m(void)
{
    if (PyType_Ready(&Made) < 0 || PyType_Ready(&Written) < 0 || PyType_Ready(&Plain) < 0)
        return NULL;
    return PyModule_Create(&definition);
}
"""


@pytest.mark.parametrize(("option", "told"), [("--min-python=3.9", ["Made, Written:"]), ("--min-python=3.10", [])])
def test_types_that_lose_their_signature_are_named(
    option: str, told: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "m.c").write_text(DOCUMENTED, encoding="utf-8")
    main(["scan", str(tmp_path), option])

    lines = [line for line in capfd.readouterr().out.splitlines() if "inspect.signature()" in line]
    assert told == [line.split(" for ")[1].split(" types ")[0] for line in lines]


def found(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """Return where the migrated module is worse, of which an instance says *after* what it said *before*."""

    def outcomes(kind: dict[str, Json], ends: dict[str, str]) -> Outcomes:
        instance: dict[str, Json] = dict(ends)
        return {"surface": {"value": {"types": {"T": kind}, "instances": {"T": instance}}}}

    listed = compare(outcomes(STATIC, before), outcomes(HEAP, after), (3, 12))
    return [finding.where for finding in problems(listed)]


REFUSED = "TypeError: cannot pickle 'T' object"


def test_what_is_written_but_cannot_be_read_is_a_problem() -> None:
    ends = {"dumps 0": "ok", "loads 0": "TypeError: cannot create 'm.T' instances"}

    assert ["surface/instances/T/dumps 0", "surface/instances/T/loads 0"] == found(
        {"dumps 0": REFUSED, "loads 0": REFUSED}, ends
    )


def test_another_message_for_what_is_refused_is_none() -> None:
    after = {"dumps 0": "TypeError: cannot pickle 'm.T' object", "loads 0": "TypeError: cannot pickle 'm.T' object"}

    assert [] == found({"dumps 0": REFUSED, "loads 0": REFUSED}, after)


def test_a_class_that_pickle_does_not_find_is_refused_as_well() -> None:
    after = {end: "PicklingError: Can't pickle <class 'm.T'>: not found as m.T" for end in ("dumps 0", "loads 0")}

    assert [] == found({"dumps 0": REFUSED, "loads 0": REFUSED}, after)
