"""What `--fold-dead-branches` leaves is the same code to every supported Python, whatever else is defined."""

from __future__ import annotations

import importlib
import itertools
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.cli import main
from unstatic.migration.applied import Made
from unstatic.migration.prepared import Start
from unstatic.migration.rewritten import rewritten
from unstatic.model.extension import Extension
from unstatic.pipeline import Outcome
from unstatic.plan.decisions import Plan
from unstatic.rewriting.protocol import Place
from unstatic.settings import config
from unstatic.settings.config import Settings
from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter

REWRITES = Path(importlib.import_module("unstatic.rewrites").__file__ or "").parent
CASES = sorted(path for path in (REWRITES / "dead_branches" / "cases").iterdir() if (path / "after.c").is_file())
PYTHONS = [found for minor in range(9, 15) if (found := interpreters.find(f"3.{minor}")) is not None]
SHELF = (REWRITES / "dead_branches" / "cases" / "branch_for_python_2" / "before.c").read_bytes()
# The names that the conditions of the cases ask for.
MACROS = [(), ("_WIN32",), ("WITH_SHELF", "B", "NEW"), ("A", "C", "HAVE_UCS4"), ("A", "B", "D", "E", "F")]
# One function that nothing of the migration concerns, and Python 2 everywhere else.
POND = b"""\
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int eggs;
} Duck;

static PyObject *PondError;
static PyObject *ducks_of(PyObject *owner);

#if PY_MAJOR_VERSION >= 3
#define MOD_ERROR return NULL
#else
#define MOD_ERROR return
#endif

static PyTypeObject Duck_Type = {
#if PY_MAJOR_VERSION >= 3
    PyVarObject_HEAD_INIT(NULL, 0)
#else
    PyObject_HEAD_INIT(NULL) 0,
#endif
    .tp_name = "pond.Duck",
    .tp_basicsize = sizeof(Duck),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
ducks_of(PyObject *owner)
{
    if (PyObject_TypeCheck(owner, &Duck_Type))
        return PyLong_FromLong(((Duck *)owner)->eggs);
    PyErr_SetString(PondError, "not a duck");
    return NULL;
}

static PyObject *
pond_add(PyObject *self, PyObject *args)
{
    int a, b;
    if (!PyArg_ParseTuple(args, "ii", &a, &b))
        return NULL;
#if PY_MAJOR_VERSION >= 3
    return PyLong_FromLong(a + b);
#else
    return PyInt_FromLong(a + b);
#endif
}

#if PY_MAJOR_VERSION < 3
static PyObject *
pond_count_long(PyObject *self, PyObject *owner)
{
    return ducks_of(owner);
}
#endif

static PyObject *
pond_count(PyObject *self, PyObject *owner)
{
    return ducks_of(owner);
}

static PyMethodDef functions[] = {
    {"add", pond_add, METH_VARARGS, NULL},
    {"count", pond_count, METH_O, NULL},
#if PY_MAJOR_VERSION < 3
    {"count_long", pond_count_long, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "pond", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_pond(void)
#else
PyMODINIT_FUNC
initpond(void)
#endif
{
    PyObject *m;

    if (PyType_Ready(&Duck_Type) < 0)
        MOD_ERROR;
#if PY_MAJOR_VERSION >= 3
    m = PyModule_Create(&moduledef);
#else
    m = Py_InitModule3("pond", functions, NULL);
#endif
    if (m == NULL)
        MOD_ERROR;
    PondError = PyErr_NewException("pond.Error", NULL, NULL);
    if (PondError == NULL)
        MOD_ERROR;
    Py_INCREF(PondError);
    PyModule_AddObject(m, "Error", PondError);
    Py_INCREF(&Duck_Type);
    PyModule_AddObject(m, "Duck", (PyObject *)&Duck_Type);
#if PY_MAJOR_VERSION >= 3
    return m;
#endif
}
"""


def folded(folder: Path, files: dict[str, str | bytes], **settings: object) -> Outcome:
    """Return the outcome for some sources, with nothing but dead branches to deal with."""
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    overrides = {"select": ["dead-branches"], "min-python": "3.9", **settings}
    (extension,) = pipeline.load([folder], config.load(folder, overrides))
    return pipeline.run(extension, config.load(folder, overrides))


def preprocessed(source: Path, python: Interpreter, macros: tuple[str, ...]) -> list[str]:
    """Return the words that the compiler reads."""
    flags = ["-E", "-P", f"-I{python.include}", "-D__builtin_va_list=int", *(f"-D{name}" for name in macros)]
    done = subprocess.run([*python.compiler[:1], *flags, str(source)], capture_output=True, text=True, check=False)
    if "_WIN32" not in macros:
        assert 0 == done.returncode, done.stderr
    # What the headers make of _WIN32 doesn't matter here: only the end, which is the source's own.
    return done.stdout[done.stdout.rfind("PyInit_shelf") - 4000 :].split()


@pytest.mark.skipif(not PYTHONS, reason="there is no Python with headers")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_python_reads_the_same(case: Path) -> None:
    different = [
        (python.minor, macros)
        for python, macros in itertools.product(PYTHONS, MACROS)
        if preprocessed(case / "before.c", python, macros) != preprocessed(case / "after.c", python, macros)
    ]

    assert [] == different


def migrated(folder: Path, text: bytes, **settings: object) -> bytes:
    """Return what a migration makes of one source."""
    (folder / "pond.c").write_bytes(text)
    found = config.load(folder, settings)
    (extension,) = pipeline.load([folder], found)
    return pipeline.run(extension, found).after[Path("pond.c")]


def groups(text: bytes) -> list[bytes]:
    """Return the conditions that are left of those about Python 2."""
    return [line for line in text.splitlines() if line.startswith(b"#") and b"PY_MAJOR_VERSION" in line]


def test_what_the_migration_touches_is_folded(tmp_path: Path) -> None:
    after = migrated(tmp_path, POND)

    # The macro goes with its last use, and the function isn't changed.
    assert [b"#if PY_MAJOR_VERSION >= 3"] == groups(after)
    assert b"MOD_ERROR" not in after
    assert b"return PyInt_FromLong(a + b);" in after


def test_no_group_names_what_is_gone(tmp_path: Path) -> None:
    """Neither a compiled nor a skipped group speaks of names that are deleted, or were given other parameters."""
    after = migrated(tmp_path, POND)

    gone = (b"initpond", b"Py_InitModule3", b"ducks_of(owner", b"&Duck_Type", b"PyObject_HEAD_INIT", b"pond_count_long")
    assert [] == [name for name in gone if name in after]


def test_what_is_surely_touched_is_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known beforehand changes nothing of the outcome."""
    folding: list[frozenset[Place]] = []
    carry_out = rewritten

    def carried_out(settings: Settings, first: Extension, start: Start, plan: Plan) -> Sequence[Made]:
        folding.append(settings.touched)
        return carry_out(settings, first, start, plan)

    monkeypatch.setattr(pipeline, "rewritten", carried_out)
    after = migrated(tmp_path, POND)
    monkeypatch.setattr(pipeline, "surely_touched", lambda *_: frozenset())

    assert migrated(tmp_path, POND) == after
    # All is known at once: neither what gets the state nor what only the initialisation uses has to be tried.
    last = folding[-1]
    assert last
    assert folding == [last, frozenset(), last]


def test_the_oldest_python_by_name_folds_all(tmp_path: Path) -> None:
    assert [] == groups(migrated(tmp_path, POND, **{"min-python": "3.9"}))


def test_nothing_is_folded_where_it_is_ignored(tmp_path: Path) -> None:
    assert b"initpond(void)" in migrated(tmp_path, POND, ignore=["dead-branches"])


def test_it_is_the_first_step_of_a_migration(tmp_path: Path) -> None:
    outcome = folded(tmp_path, {"shelf.c": SHELF}, **{"select": [], "fold-dead-branches": True})

    assert ["dead-branches", "multi-phase-init"] == [step.rewrite for step in outcome.steps][:2]
    assert b"PY_MAJOR_VERSION" not in outcome.after[Path("shelf.c")]


def test_alone_it_claims_nothing_else(tmp_path: Path) -> None:
    text = SHELF.replace(
        b"static PyMethodDef", b"static PyObject *cache;\n\nPyObject **use = &cache;\n\nstatic PyMethodDef"
    )
    report = folded(tmp_path, {"shelf.c": text}).report

    assert not any(item.outcome == "migrate" for item in report.subjects)
    assert ("shelf.c",) == report.files


def test_a_newer_minimum_folds_more(tmp_path: Path) -> None:
    text = SHELF.replace(
        b"static PyMethodDef", b"#if PY_VERSION_HEX < 0x030C0000\nint old;\n#endif\n\nstatic PyMethodDef"
    )

    assert b"int old" in folded(tmp_path, {"shelf.c": text}).after[Path("shelf.c")]
    # The headers here may be older than that: then they count, and it stays.
    outcome = folded(tmp_path, {"shelf.c": text}, **{"min-python": "3.12"})
    stays = any("the headers here are those of" in note for note in outcome.report.notes)
    assert stays == (b"int old" in outcome.after[Path("shelf.c")])


SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('shelf', ['shelf.c', 'plain.c'])])\n"
SHARED = "#ifndef SHARED_H\n#define SHARED_H\n#if PY_MAJOR_VERSION >= 3\n#define PY3 1\n#endif\n#endif\n"
INCLUDE = b"#include <Python.h>\n"


def test_a_header_that_a_source_without_python_reads_stays(tmp_path: Path) -> None:
    plain = '#include "shared.h"\n#ifdef PY3\nint three;\n#else\nint other;\n#endif\n'
    shelf = SHELF.replace(INCLUDE, INCLUDE + b'#include "shared.h"\n')
    outcome = folded(tmp_path, {"setup.py": SETUP, "shelf.c": shelf, "plain.c": plain, "shared.h": SHARED})

    assert [Path("shelf.c")] == list(outcome.after)
    assert any(note.startswith("shared.h: 1 #if group about versions left alone") for note in outcome.report.notes)


def test_a_name_that_a_source_does_not_have_is_unknown_there(tmp_path: Path) -> None:
    plain = "#include <Python.h>\n#ifdef PY3\nint three;\n#else\nint other;\n#endif\n"
    shelf = SHELF.replace(INCLUDE, INCLUDE + b'#include "shared.h"\n#ifdef PY3\nint three;\n#else\nint two;\n#endif\n')
    outcome = folded(tmp_path, {"setup.py": SETUP, "shelf.c": shelf, "plain.c": plain, "shared.h": SHARED})

    assert [Path("shared.h"), Path("shelf.c")] == sorted(outcome.after)
    assert b"int three" in outcome.after[Path("shelf.c")] and b"int two" not in outcome.after[Path("shelf.c")]


def test_a_directive_behind_a_comment_keeps_the_file_as_it_is(tmp_path: Path) -> None:
    outcome = folded(tmp_path, {"shelf.c": SHELF + b"/* a\n */ #if PY_MAJOR_VERSION < 3\nint two;\n/* b */ #endif\n"})

    assert {} == outcome.after


def test_the_command_line_shows_the_step_alone(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "shelf.c").write_bytes(SHELF)
    code = main(["diff", "--select", "dead_branches", str(tmp_path / "shelf.c")])
    shown = capfdbinary.readouterr()

    assert 0 == code
    assert b"\n-#if PY_MAJOR_VERSION >= 3\n" in shown.out
    assert b"nothing to do; 0 lines added, 18 removed" in shown.err
