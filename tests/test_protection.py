"""What a program writes is left alone, with what it uses; the rest is migrated."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.pipeline import Outcome
from unstatic.settings import config

MODULE = """\
#include <Python.h>

static PyObject *error;
static PyObject *other;

static PyObject *
fail_impl(PyObject *module, int how)
{
    PyErr_SetNone(error);
    return NULL;
}

static PyObject *
own(PyObject *module, PyObject *unused)
{
    PyErr_SetNone(other);
    return NULL;
}
%s
static PyMethodDef methods[] = {
    {"fail", (PyCFunction)fail, METH_NOARGS, NULL},
    {"own", own, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "m", NULL, 0, methods};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    error = PyErr_NewException("m.error", NULL, NULL);
    if (error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    other = PyErr_NewException("m.other", NULL, NULL);
    if (other == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
WRAPPER = """
static PyObject *
fail(PyObject *module, PyObject *unused)
{
    return fail_impl(NULL, 0);
}
"""
HANDING_ON = WRAPPER.replace("NULL", "(PyObject *)module")
PRESERVE = "/*[clinic input]\npreserve\n[clinic start generated code]*/\n"
END = "/*[clinic end generated code: output=00 input=00]*/\n"
BISON = "/* A Bison parser, made by GNU Bison 3.8.2.  */\n"


def migrated(folder: Path, **files: str) -> Outcome:
    """Return what becomes of the module `m.c`, with *files* beside it."""
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text)
    (found,) = pipeline.load([folder / "m.c"], config.load(folder))
    return pipeline.run(found, config.load(folder))


def globals_of(outcome: Outcome) -> dict[str, tuple[str, str]]:
    return {one.name: (one.outcome, one.rule) for one in outcome.report.globals}


def test_header_of_argument_clinic(tmp_path: Path) -> None:
    found = migrated(tmp_path, m_c=MODULE % '#include "clinic/m.c.h"\n', clinic__m_c_h=PRESERVE + WRAPPER + END)

    assert {"error": ("refuse", "generated-file"), "other": ("migrate", "module-state")} == globals_of(found)
    assert "cls: defining_class" in next(one.reason for one in found.report.globals if one.name == "error")
    assert [Path("m.c")] == list(found.after)


def test_output_of_argument_clinic_within_the_file(tmp_path: Path) -> None:
    block = f"/*[clinic input]\nm.fail\n[clinic start generated code]*/\n{WRAPPER}{END}"
    found = migrated(tmp_path, m_c=MODULE % block)

    assert {"error": ("refuse", "generated-file"), "other": ("migrate", "module-state")} == globals_of(found)
    assert block.encode() in found.after[Path("m.c")]


def test_a_function_that_is_handed_the_module(tmp_path: Path) -> None:
    found = migrated(tmp_path, m_c=MODULE % '#include "clinic/m.c.h"\n', clinic__m_c_h=PRESERVE + HANDING_ON + END)

    assert {"error": ("migrate", "module-state"), "other": ("migrate", "module-state")} == globals_of(found)
    assert [Path("m.c")] == list(found.after)


def test_a_function_that_is_handed_the_module_in_one_place_only(tmp_path: Path) -> None:
    other = """
static PyObject *
both(PyObject *module, PyObject *unused)
{
    return fail_impl(unused, 0);
}
"""
    text = (MODULE % ('#include "clinic/m.c.h"\n' + other)).replace("methods[] = {", 'methods[] = {{"both", both, 8},')
    found = migrated(tmp_path, m_c=text, clinic__m_c_h=PRESERVE + HANDING_ON + END)

    assert b"m_state *state = find_m_state();" in found.after[Path("m.c")], "the interpreter is asked instead"


@pytest.mark.parametrize("name", ["parser_tab_h", "parser_h"])
def test_a_parser(tmp_path: Path, name: str) -> None:
    found = migrated(tmp_path, m_c=MODULE % f'#include "{name.replace("_", ".")}"\n', **{name: BISON + WRAPPER})

    assert {"error": ("refuse", "generated-file"), "other": ("migrate", "module-state")} == globals_of(found)
    assert [Path("m.c")] == list(found.after)


def test_a_vendored_library(tmp_path: Path) -> None:
    found = migrated(tmp_path, m_c=MODULE % '#include "vendor/shelf.h"\n', vendor__shelf_h=WRAPPER)

    assert {"error": ("refuse", "foreign-file"), "other": ("migrate", "module-state")} == globals_of(found)
    assert "kept in vendor/" in next(one.reason for one in found.report.globals if one.name == "error")


def test_a_module_in_a_folder_for_libraries(tmp_path: Path) -> None:
    (tmp_path / "setup.py").touch()
    folder = tmp_path / "vendor"
    found = migrated(folder, m_c=MODULE % '#include "shelf.h"\n', shelf_h=WRAPPER)

    assert "migrated" == found.report.outcome


def test_a_wrapper_library(tmp_path: Path) -> None:
    (tmp_path / "m.cpp").write_text("#include <pybind11/pybind11.h>\nPYBIND11_MODULE(m, module) {}\n")
    (found,) = pipeline.load([tmp_path / "m.cpp"], config.load(tmp_path))
    report = pipeline.scan(found, config.load(tmp_path))

    assert "refused" == report.outcome
    assert "is written with pybind11, which makes the module and its types" in report.notes[0]


BOX = """#include <Python.h>
/*[clinic input]
class m.Box "PyObject *" "&Box_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input={input}]*/
static PyTypeObject Box_Type;
#include "clinic/m.c.h"
{more}
static PyTypeObject Box_Type = {{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "m.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = m_Box,
}};
static struct PyModuleDef def = {{PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL}};
PyMODINIT_FUNC
PyInit_m(void)
{{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL || PyModule_AddType(module, &Box_Type) < 0)
        return NULL;
    return module;
}}
"""
NEW = """static PyObject *
m_Box(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    if (type == &Box_Type && kwargs != NULL)
        return NULL;
    return type->tp_alloc(type, 0);
}
"""


def shortened_sum(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]


@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ("", "migrated"),
        ("output changed by hand", "refused"),
        ("input changed by hand", "refused"),
        ("included twice", "refused"),
        ("the name is taken", "refused"),
        ("named in a function that nothing calls", "refused"),
    ],
)
def test_types_in_the_output_of_argument_clinic(tmp_path: Path, change: str, outcome: str) -> None:
    new = NEW + ("static int f(void) { return Box_Type.tp_flags != 0; }\n" if "function" in change else "")
    output = shortened_sum(new if change != "output changed by hand" else "")
    header = (
        f"{PRESERVE}{new}/*[clinic end generated code: output={output} input={shortened_sum('preserve' + chr(10))}]*/\n"
    )
    line = 'class m.Box "PyObject *" "&Box_Type"\n'
    more = {"included twice": '#undef X\n#include "clinic/m.c.h"', "the name is taken": "#define clinic_state() 1"}
    guarded = f"#ifndef M\n#define M\n{header}#endif\n" if change == "included twice" else header
    text = BOX.format(input=shortened_sum(line if "input" not in change else ""), more=more.get(change, ""))

    found = migrated(tmp_path, m_c=text, clinic__m_c_h=guarded)

    assert found.report.outcome == outcome
    if outcome == "migrated":
        written = found.after[Path("clinic/m.c.h")].decode()
        body = NEW.replace("&Box_Type", "clinic_state()->Box_Type")
        assert body in written and f"output={shortened_sum(body)} " in written
        changed = line.replace("&", "clinic_state()->")
        assert f"input={shortened_sum(changed)}]" in found.after[Path("m.c")].decode()
