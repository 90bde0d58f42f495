"""The harness itself: it must pass a module that was migrated well by hand, and fail one that leaks its type."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness.compiler import Build, compile_module, has_compiler, new_warnings
from harness.situations import Situation, examine, read

from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.children import OTHER_MEMORY, Effort, Observation, Outcomes, Subject, observe, run_probes
from unstatic.verify.compare import compare
from unstatic.verify.findings import Accepted, Finding, accept, problems
from unstatic.verify.judge import judge

EXERCISE = """
def exercise(module):
    made = [module.Pair(1, []), module.Pair("a", None)]
    assert made[0].first == 1
    made[0].second.append(made)
    try:
        module.Pair()
    except TypeError:
        return made
"""

OBJECT = """
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct { PyObject_HEAD PyObject *first; PyObject *second; } Pair;

static int
Pair_init(Pair *self, PyObject *args, PyObject *kwargs)
{
    PyObject *first, *second;
    if (!PyArg_ParseTuple(args, "OO", &first, &second))
        return -1;
    Py_INCREF(first);
    Py_XSETREF(self->first, first);
    Py_INCREF(second);
    Py_XSETREF(self->second, second);
    return 0;
}

static int
Pair_clear(Pair *self)
{
    Py_CLEAR(self->first);
    Py_CLEAR(self->second);
    return 0;
}

static PyMemberDef Pair_members[] = {
    {"first", T_OBJECT, offsetof(Pair, first), READONLY, NULL},
    {"second", T_OBJECT, offsetof(Pair, second), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};
"""

STATIC = (
    OBJECT
    + """
static int
Pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    return 0;
}

static void
Pair_dealloc(Pair *self)
{
    PyObject_GC_UnTrack(self);
    Pair_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Pair_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pairs.Pair",
    .tp_basicsize = sizeof(Pair),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Two objects.",
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Pair_init,
    .tp_dealloc = (destructor)Pair_dealloc,
    .tp_traverse = (traverseproc)Pair_traverse,
    .tp_clear = (inquiry)Pair_clear,
    .tp_members = Pair_members,
};

static struct PyModuleDef pairs_module = {PyModuleDef_HEAD_INIT, .m_name = "pairs", .m_size = -1};

PyMODINIT_FUNC
PyInit_pairs(void)
{
    PyObject *module;
    if (PyType_Ready(&Pair_Type) < 0)
        return NULL;
    module = PyModule_Create(&pairs_module);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Pair_Type);
    PyModule_AddObject(module, "Pair", (PyObject *)&Pair_Type);
    return module;
}
"""
)

HEAP = (
    OBJECT
    + """
#ifndef Py_TPFLAGS_IMMUTABLETYPE
#define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static int
Pair_traverse(Pair *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    return 0;
}

static void
Pair_dealloc(Pair *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Pair_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Pair_slots[] = {
    {Py_tp_doc, "Two objects."},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_init, Pair_init},
    {Py_tp_dealloc, Pair_dealloc},
    {Py_tp_traverse, Pair_traverse},
    {Py_tp_clear, Pair_clear},
    {Py_tp_members, Pair_members},
    {0, NULL},
};

static PyType_Spec Pair_spec = {
    .name = "pairs.Pair",
    .basicsize = sizeof(Pair),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Pair_slots,
};

static int
pairs_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &Pair_spec, NULL);
    int result;
    if (type == NULL)
        return -1;
    result = PyModule_AddType(module, (PyTypeObject *)type);
    Py_DECREF(type);
    return result;
}

static PyModuleDef_Slot pairs_slots[] = {
    {Py_mod_exec, pairs_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef pairs_module = {PyModuleDef_HEAD_INIT, .m_name = "pairs", .m_slots = pairs_slots};

PyMODINIT_FUNC
PyInit_pairs(void)
{
    return PyModuleDef_Init(&pairs_module);
}
"""
)

LEAKY = HEAP.replace("    Py_DECREF(type);\n}\n\nstatic PyType_Slot", "}\n\nstatic PyType_Slot")
CRASHING = HEAP.replace("    Py_VISIT(self->first);", "    Py_VISIT((PyObject *)8);")
MUTABLE = HEAP.replace(" | Py_TPFLAGS_IMMUTABLETYPE", "")
SUBCLASSABLE = HEAP.replace(" | Py_TPFLAGS_IMMUTABLETYPE", " | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE")


# What fresh() returns is whatever was in that memory before.
UNINITIALISED = """
#include <Python.h>

static PyObject *
fresh(PyObject *module, PyObject *unused)
{
    return PyBytes_FromStringAndSize(NULL, 24);
}

static PyMethodDef methods[] = {{"fresh", fresh, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef pairs = {PyModuleDef_HEAD_INIT, "pairs", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_pairs(void)
{
    return PyModule_Create(&pairs);
}
"""


# As Argument Clinic writes it; keep() puts a tuple of its own at the same distance from a list of other words.
PARSER = """
#include <Python.h>

static PyObject *
parse(PyObject *module, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    static const char * const _keywords[] = {"", "left", "right", NULL};
    static _PyArg_Parser _parser = {.format = "OOO:parse", .keywords = _keywords};
    PyObject *one, *left, *right;

    if (!_PyArg_ParseStackAndKeywords(args, nargs, kwnames, &_parser, &one, &left, &right)) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static const char * const words[] = {"", "left", "wrong", NULL};
struct { const char *format; const char * const *words; void *more[4]; PyObject *kept; } own = {"", words};

static PyObject *
keep(PyObject *module, PyObject *names)
{
    Py_INCREF(names);
    own.kept = names;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"parse", (PyCFunction)(void (*)(void))parse, METH_FASTCALL | METH_KEYWORDS, NULL},
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef pairs = {PyModuleDef_HEAD_INIT, "pairs", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_pairs(void)
{
    return PyModule_Create(&pairs);
}
"""


@pytest.fixture(params=interpreters.MINORS)
def python(request: pytest.FixtureRequest) -> Interpreter:
    found = interpreters.find(request.param)
    if found is None:
        pytest.skip(f"no Python {request.param} with headers here")
    if not has_compiler(found):
        pytest.skip(f"no compiler {found.compiler[0]} here")
    return found


def built(text: str, name: str, python: Interpreter, folder: Path) -> Build:
    build = compile_module({f"{name}.c": text.encode()}, [f"{name}.c"], "pairs", python, folder)
    assert build.compiled, build.log
    return build


def seen(text: str, name: str, python: Interpreter, folder: Path) -> Observation:
    build = built(text, name, python, folder)
    return observe(python.executable, Subject("pairs", (build.folder,), EXERCISE), Effort(quick=True, timeout=30))


def verdict(text: str, python: Interpreter, folder: Path) -> list[Finding]:
    before, after = seen(STATIC, "static", python, folder), seen(text, "migrated", python, folder)
    return [*compare(before.plain, after.plain, python.number), *judge("pairs", before, after, "own")]


def test_a_good_migration_has_no_problems(python: Interpreter, tmp_path: Path) -> None:
    findings = verdict(HEAP, python, tmp_path)

    assert problems(findings) == []
    assert any(finding.where == "surface/types/Pair/flags" for finding in findings)


def test_an_untouched_module_is_not_isolated(python: Interpreter, tmp_path: Path) -> None:
    found = {finding.where for finding in problems(verdict(STATIC, python, tmp_path))}

    assert {"twice"} <= found
    assert ("own GIL" in found) == (python.number >= (3, 12))


def test_a_leaked_type_is_found(python: Interpreter, tmp_path: Path) -> None:
    found = {finding.where for finding in problems(verdict(LEAKY, python, tmp_path))}

    assert {"refcounts/Pair", "freed"} <= found


def test_a_crash_is_found(python: Interpreter, tmp_path: Path) -> None:
    found = problems(verdict(CRASHING, python, tmp_path))

    assert any("'crashed': -11" in finding.text for finding in found)


def test_a_type_that_became_mutable_is_found(python: Interpreter, tmp_path: Path) -> None:
    if python.number < (3, 10):
        pytest.skip("3.9 has no immutable heap types")
    found = {finding.where for finding in problems(verdict(MUTABLE, python, tmp_path))}

    assert "surface/attempts/Pair/T.zzz = 1" in found


def test_a_type_that_became_a_base_is_found(python: Interpreter, tmp_path: Path) -> None:
    found = {finding.where for finding in problems(verdict(SUBCLASSABLE, python, tmp_path))}

    assert {"surface/types/Pair/flags", "surface/attempts/Pair/class Sub(T)"} <= found


def test_new_warnings_are_named(python: Interpreter, tmp_path: Path) -> None:
    before = built(HEAP, "good", python, tmp_path)
    after = built(HEAP.replace("int result;", "int result, spare;"), "spare", python, tmp_path)

    assert new_warnings(before.warnings, after.warnings) == ["unused variable 'spare' [-Wunused-variable]"]


def test_an_accepted_problem_needs_a_matching_place() -> None:
    findings = [Finding("problem", "surface/names/x", "1 -> 2"), Finding("problem", "twice", "same")]

    assert [entry.where for entry in problems(accept(findings, [Accepted("surface/*", "on purpose")]))] == ["twice"]


def situation(golden: str, folder: Path) -> Situation:
    (folder / "module.c").write_text(STATIC)
    (folder / "after.c").write_text(golden)
    (folder / "exercise.py").write_text(EXERCISE)
    (folder / "expect.toml").write_text('outcome = "migrated"\nown_gil = true\n')
    return read(folder)


def test_a_situation_with_a_good_golden_passes(python: Interpreter, tmp_path: Path) -> None:
    assert problems(examine(situation(HEAP, tmp_path), python, tmp_path / "builds")) == []


def test_a_situation_with_a_leaky_golden_fails(python: Interpreter, tmp_path: Path) -> None:
    found = problems(examine(situation(LEAKY, tmp_path), python, tmp_path / "builds"))

    assert "refcounts/Pair" in [finding.where for finding in found]


def test_what_nobody_initialised_differs_in_the_second_look(python: Interpreter, tmp_path: Path) -> None:
    build = built(UNINITIALISED, "uninitialised", python, tmp_path)
    source = "exercise = lambda module: []\noutcomes = lambda module: [repr(module.fresh())]\n"
    subject = Subject("pairs", (build.folder,), source)

    first, _ = run_probes(python.executable, (), ("outcomes",), subject, Effort(quick=True))
    second, _ = run_probes(python.executable, (), ("outcomes",), subject, Effort(quick=True, environment=OTHER_MEMORY))

    assert first != second
    other: Outcomes = {"outcomes": {"value": ["anything else"]}}
    assert [finding.kind for finding in compare(first, other, python.number, second)] == ["note"]


@pytest.mark.parametrize(
    ("use", "is_shared"), [("parse(1, left=2, right=3)", False), ("keep(tuple('left right'.split()))", True)]
)
def test_what_the_interpreter_keeps_in_a_parser_is_its_own_affair(
    use: str, is_shared: bool, python: Interpreter, tmp_path: Path
) -> None:
    build = built(PARSER, "parser", python, tmp_path)
    subject = Subject("pairs", (build.folder,), f"exercise = lambda module: [module.{use}]\n")

    found, _ = run_probes(python.executable, (), ("statics",), subject, Effort(quick=True))

    assert is_shared == ("tuple" in str(found))
