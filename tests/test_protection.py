"""What a program writes is left alone, with what it uses; the rest is migrated."""

from __future__ import annotations

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
