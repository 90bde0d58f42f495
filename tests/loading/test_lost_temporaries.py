"""What an initialisation loses is told where each import will lose it."""

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.settings.config import Settings

SOURCE = """\
#include <Python.h>

#define Number PyLong_FromLong

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "names", NULL, SIZE, NULL};

PyMODINIT_FUNC
PyInit_names(void)
{
    PyObject *m = PyModule_Create(&definition);
    PyObject *names;

    if (m == NULL)
        return NULL;
    names = PyModule_GetDict(m);
    PyDict_SetDefault(names, Number(1), (PyObject *)PyUnicode_FromString("one"));
    PyDict_SetItemString(names, "none", Py_None);
    PyModule_AddObject(m, "two", Number(2));
    return m;
}
"""


@pytest.mark.parametrize(("size", "expected"), [("-1", True), ("0", False)])
def test_a_loss_is_told(tmp_path: Path, headers: Path, size: str, expected: bool) -> None:
    (tmp_path / "names.c").write_text(SOURCE.replace("SIZE", size), encoding="utf-8")
    (extension,) = pipeline.load([tmp_path / "names.c"], Settings())

    notes = pipeline.scan(extension, Settings(precompiled=headers)).notes

    told = [
        "names.c:16:30: PyDict_SetDefault is given a new reference that nothing releases, and so in 1 more argument: "
        "each import loses it"
    ]
    assert (told if expected else []) == [note for note in notes if "loses" in note]
