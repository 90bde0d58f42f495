"""Parts of an extension that another source of the project includes as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport
from unstatic.settings.config import Settings

PART = """static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "boxes.Box",
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
new_box(void)
{
    return PyObject_CallNoArgs((PyObject *)&Box_Type);
}
"""
SOURCE = """#include <Python.h>
#include "parts/box.c"

static PyObject *
box(PyObject *module, PyObject *ignored)
{
    return new_box();
}

static PyMethodDef methods[] = {{"box", box, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes);

    if (module != NULL && PyModule_AddType(module, &Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
SETUP = 'from setuptools import Extension, setup\nsetup(ext_modules=[Extension("boxes", ["boxes.c"])])\n'
USING = "PyObject *make(void) { return new_box(); }\n"


def report_with(folder: Path, **others: str) -> ExtensionReport:
    """Return the report on the extension beside other files: their names, `.c` left out, and their texts."""
    (folder / "parts").mkdir()
    (folder / "setup.py").write_text(SETUP)
    (folder / "boxes.c").write_text(SOURCE)
    (folder / "parts" / "box.c").write_text(PART)
    for name, text in others.items():
        (folder / f"{name}.c").write_text(text)
    (extension,) = pipeline.load([folder], Settings())
    return pipeline.run(extension, Settings()).report


def test_a_source_without_a_module(tmp_path: Path) -> None:
    report = report_with(tmp_path, mixin=f'#include <Python.h>\n#include "parts/box.c"\n{USING}')
    (box,) = report.types

    assert ("refuse", "foreign-file") == (box.outcome, box.rule)
    assert "mixin.c" in box.reason


def test_a_source_with_a_header_for_modules(tmp_path: Path) -> None:
    (tmp_path / "init.h").write_text("#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)\n")
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "box.c").write_text(PART)
    (tmp_path / "setup.py").write_text(SETUP)
    (tmp_path / "boxes.c").write_text('#include "init.h"\n' + SOURCE)
    (tmp_path / "mixin.c").write_text(f'#include <Python.h>\n#include "init.h"\n#include "parts/box.c"\n{USING}')
    (extension,) = pipeline.load([tmp_path], Settings())
    (box,) = pipeline.run(extension, Settings()).report.types

    assert ("refuse", "foreign-file") == (box.outcome, box.rule)


@pytest.mark.parametrize(
    "others",
    [
        {},
        {"other": f'#include <Python.h>\n#include "other/box.c"\n{USING}'},
        {"other": f'#include "parts/box.c"\n{USING}PyMODINIT_FUNC PyInit_other(void) {{ return make(); }}\n'},
        {
            "half": f'#include "parts/box.c"\n{USING}',
            "other": '#include "half.c"\nPyMODINIT_FUNC PyInit_other(void) { return make(); }\n',
        },
    ],
)
def test_nothing_else_or_other_modules(others: dict[str, str], tmp_path: Path) -> None:
    assert "migrated" == report_with(tmp_path, **others).outcome


def test_other_modules_of_a_template_that_has_the_init_function(tmp_path: Path) -> None:
    named = "#define PASTED(a, b) a ## b\n#define INIT(name) PASTED(PyInit_, name)\n"
    template = PART + named + SOURCE.partition('box.c"\n')[2].replace("PyInit_boxes", "INIT(NAME)")
    (tmp_path / "template.c").write_text(template)
    (tmp_path / "setup.py").write_text(SETUP)
    for name in ("boxes", "cases"):
        (tmp_path / f"{name}.c").write_text(f'#include <Python.h>\n#define NAME {name}\n#include "template.c"\n')
    (extension,) = pipeline.load([tmp_path], Settings())

    assert "migrated" == pipeline.run(extension, Settings()).report.outcome
