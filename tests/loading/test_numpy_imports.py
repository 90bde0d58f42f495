"""`import_array()` returns NULL on failure, which an exec function must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

HEADER = """
static int _import_array(void) { return 0; }
#define import_array() {if (_import_array() < 0) {PyErr_Print(); return NULL;} }
#define import_array1(ret) {if (_import_array() < 0) {PyErr_Print(); return ret;} }
"""

SOURCE = """
#include <Python.h>
#include <numpy/arrayobject.h>

static struct PyModuleDef array_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "arrays",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_arrays(void)
{
    PyObject *m = PyModule_Create(&array_module);

    if (m == NULL) {
        return NULL;
    }
    import_array();
    return m;
}
"""


@pytest.mark.parametrize("written", [b"import_array()", b"import_array1(NULL)"])
def test_the_macro_that_returns_minus_one_takes_the_place(tmp_path: Path, written: bytes) -> None:
    header = tmp_path / "elsewhere" / "numpy" / "arrayobject.h"
    header.parent.mkdir(parents=True)
    header.write_text(HEADER)
    source = tmp_path / "project" / "arrays.c"
    source.parent.mkdir()
    source.write_text(SOURCE.replace("import_array()", written.decode()))
    settings = Settings(include_dirs=(header.parent.parent,))

    (extension,) = pipeline.load([source], settings)
    after = pipeline.run(extension, settings).after[Path("arrays.c")]

    assert b"    import_array1(-1);\n    return 0;\n" in after
    assert written not in after


def test_a_macro_of_the_project_is_changed_itself(tmp_path: Path) -> None:
    source = tmp_path / "arrays.c"
    source.write_text(SOURCE.replace("#include <numpy/arrayobject.h>\n", HEADER))

    (extension,) = pipeline.load([source], Settings())
    after = pipeline.run(extension, Settings()).after[Path("arrays.c")]

    assert b"#define import_array() {if (_import_array() < 0) {PyErr_Print(); return -1;} }" in after
    assert b"    import_array();\n" in after
