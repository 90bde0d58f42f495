"""`unstatic explain SUBJECT PATH` tells the story of one type or global, `explain RULE PATH` where a rule applies."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic.cli import main

SOURCE = """\
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *item;
} BoxObject;

static PyTypeObject Box_Type;

static PyObject *box_error, *kept_hook;

static int counter;

static PyObject *
box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    counter++;
    if (PyTuple_GET_SIZE(args) > 3)
        PyErr_SetString(box_error, "too much");
    else if (PyTuple_GET_SIZE(args) > 2)
        PyErr_SetString(box_error, "nearly too much");
    else
        return type->tp_alloc(type, 0);
    return NULL;
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = box_new,
};

static struct {
    PyTypeObject *type;
    int count;
} registry = {&Box_Type, 1};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *m;

    if (PyType_Ready(registry.type) < 0)
        return NULL;
    m = PyModule_Create(&definition);
    if (m == NULL)
        return NULL;
    box_error = PyErr_NewException("boxes.Error", NULL, NULL);
    if (box_error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
"""


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with one type that has to stay, in which you stand."""
    (tmp_path / "boxes.c").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 0 == main(["explain", *arguments])
    return capfd.readouterr().out


def test_the_story_of_a_type_has_all_that_is_known(capfd: pytest.CaptureFixture[str]) -> None:
    story = told(capfd, "type:Box_Type", ".")

    assert story.startswith("type:Box_Type of boxes boxes.c:27:21\n  stays: ")
    assert "used in 1 place:\n  boxes.c:38:" in story
    assert "the initialiser of registry: its address taken\n" in story
    assert "to let it move, " in story
    assert "static-initialiser: what you can do (all of it: unstatic explain static-initialiser)\n  - " in story


def test_the_story_of_a_global_tells_who_does_what(capfd: pytest.CaptureFixture[str]) -> None:
    story = told(capfd, "box_error", ".")

    assert "global:box_error of boxes boxes.c:10:18\n" in story
    assert "  boxes.c:19:25: box_new: passed to a call (2 times)\n" in story
    assert "PyInit_boxes: assigned to, compared or tested\n" in story


def test_what_is_kept_has_nothing_to_change(capfd: pytest.CaptureFixture[str]) -> None:
    story = told(capfd, "global:counter", ".")

    assert "  is kept: " in story
    assert "to let it move" not in story


def test_the_initialisation_has_a_story(capfd: pytest.CaptureFixture[str]) -> None:
    assert told(capfd, "init", ".").startswith("init:PyInit_boxes of boxes boxes.c:43:1\n")


def test_a_rule_is_told_with_all_that_it_stops(capfd: pytest.CaptureFixture[str]) -> None:
    lines = told(capfd, "static_initialiser", ".").splitlines()

    assert any("[type:Box_Type of boxes]" in line for line in lines)
    assert lines[-1].endswith("`unstatic explain static-initialiser` tells what the rule is about")
    assert "lambda decides nothing here\n" == told(capfd, "lambda", ".")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["type:Box_Typ", "."], 2, "did you mean type:Box_Type?"),
        (["zzz", "."], 2, "`unstatic scan` lists what is there"),
        (["type:Box_Type"], 2, "unstatic explain type:Box_Type PATH"),
        (["type:Box_Type", "absent"], 2, "'absent' does not exist"),
    ],
)
def test_what_is_not_there(arguments: list[str], code: int, words: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert code == main(["explain", *arguments])
    assert words in capfd.readouterr().err


def test_what_cannot_be_read_is_told(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "boxes.c").write_text(
        '#include <Python.h>\n#include "absent.h"\nPyMODINIT_FUNC PyInit_x(void) {', "utf-8"
    )

    code = main(["explain", "type:Box_Type", "."])

    assert 4 == code
    assert "absent" in capfd.readouterr().err


def test_a_folder_without_extensions_has_no_subjects(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (project / "boxes.c").unlink()

    assert 2 == main(["explain", "Box_Type", "."])
    assert "no extension module written in C was found" in capfd.readouterr().err
