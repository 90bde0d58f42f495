"""What is known of the macros that conditions ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.c.lexer import lex
from unstatic.model.configurations.conditions import UNDEFINED, Value
from unstatic.model.configurations.known_macros import Text, build_texts, known_macros
from unstatic.settings.config import Settings

NEW = "#if PY_MAJOR_VERSION >= 3\n#define IS_PY3K\n#else\n#define IS_PY2K 1\n#endif\n"
OF_TWO_VERSIONS = """#include <Python.h>

#ifdef _PYTHON3
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "e.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, -1, NULL};
#else
static PyTypeObject Box_Type = {
    PyObject_HEAD_INIT(NULL)
    0,
    "e.Box",
    sizeof(PyObject),
};
#endif

PyMODINIT_FUNC
#ifdef _PYTHON3
PyInit_e(void)
#else
inite(void)
#endif
{
#ifdef _PYTHON3
    PyObject *module = PyModule_Create(&definition);
#else
    PyObject *module = Py_InitModule("e", NULL);
#endif

    if (module == NULL)
#ifdef _PYTHON3
        return NULL;
#else
        return;
#endif
    if (PyType_Ready(&Box_Type) < 0)
#ifdef _PYTHON3
        return NULL;
#else
        return;
#endif
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
#ifdef _PYTHON3
    return module;
#endif
}
"""


def known(**files: str) -> dict[bytes, Value]:
    texts = [Text(Path(name.replace("_", ".")), text.encode(), lex(text.encode())) for name, text in files.items()]
    return known_macros((3, 9), texts)


def test_a_name_for_a_certain_version_is_defined() -> None:
    found = known(a_c=NEW + "#ifdef IS_PY3K\n#endif\n#ifdef IS_PY2K\n#endif\n")

    assert 1 == found[b"IS_PY3K"]
    assert UNDEFINED is found[b"IS_PY2K"]


def test_a_name_of_a_name_is_known() -> None:
    text = NEW + "#ifdef IS_PY3K\n#define WITH_PY_UNICODE (PY_MAJOR_VERSION - 2)\n#endif\n#if WITH_PY_UNICODE\n#endif\n"

    assert 1 == known(a_c=text)[b"WITH_PY_UNICODE"]


def test_a_header_decides_for_sources() -> None:
    header = f"#ifndef A_H\n#define A_H\nint a;\n{NEW}int b;\n#endif\n"

    assert 1 == known(a_h=header, a_c="#ifdef IS_PY3K\n#endif\n")[b"IS_PY3K"]


def test_a_header_decides_for_headers_that_include_it_through_others() -> None:
    uses = '#include "b.h"\n#ifdef IS_PY3K\n#endif\n'

    assert 1 == known(a_h=NEW, b_h='#include "a.h"\n', c_h=uses)[b"IS_PY3K"]
    assert b"IS_PY3K" not in known(a_h=NEW, b_h='#include "c.h"\n#include "a.h"\n', c_h=uses)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("#ifdef IS_PY3K\n#endif\n" + NEW, id="asked for too early"),
        pytest.param(NEW + "#undef IS_PY3K\n#ifdef IS_PY3K\n#endif\n", id="undefined again"),
        pytest.param("#ifdef X\n#define IS_PY3K\n#endif\n#ifdef IS_PY3K\n#endif\n", id="defined under a condition"),
        pytest.param("#ifndef IS_PY3K\n#define IS_PY3K\n#endif\n", id="only a default"),
        pytest.param("#define IS_PY3K sizeof(int)\n#if IS_PY3K\n#endif\n", id="no number"),
    ],
)
def test_what_may_differ_is_unknown(text: str) -> None:
    assert b"IS_PY3K" not in known(a_c=text)


def test_names_for_versions_that_the_build_defines_are_known() -> None:
    text = b"#ifdef _PYTHON3\n#endif\n#if IS_PY3 > 2\n#endif\n#ifdef WITH_FOO\n#endif\n"
    given = build_texts({"_PYTHON3": "1", "IS_PY3": "3", "WITH_FOO": "1"})
    found = known_macros((3, 9), (*given, Text(Path("a.h"), text, lex(text))))

    assert (1, 3) == (found[b"_PYTHON3"], found[b"IS_PY3"])
    assert b"WITH_FOO" not in found


def test_a_name_that_a_source_undefines_is_unknown() -> None:
    text = b"#undef _PYTHON3\n#ifdef _PYTHON3\n#endif\n"

    assert b"_PYTHON3" not in known_macros(
        (3, 9), (*build_texts({"_PYTHON3": "1"}), Text(Path("a.c"), text, lex(text)))
    )


def test_groups_that_the_build_decides_are_dead(tmp_path: Path) -> None:
    (tmp_path / "e.c").write_text(OF_TWO_VERSIONS)
    (tmp_path / "setup.py").write_text(
        "from setuptools import setup, Extension\n"
        "setup(ext_modules=[Extension('e', ['e.c'], define_macros=[('_PYTHON3', '1')])])\n"
    )
    (extension,) = pipeline.load([tmp_path], Settings())

    plan = pipeline.run(extension, Settings()).plan

    assert plan is not None
    assert {"type:Box_Type": "migrate", "init:PyInit_e": "migrate"} == {
        item.subject: item.verdict.value for item in plan.decisions
    }


def test_names_of_python_and_the_system_are_never_undefined() -> None:
    text = "#if PY_VERSION_HEX < 0x03070000\n#define Py_UNREACHABLE abort\n#define HAVE_FOO\n#endif\n"
    found = known(a_c=text + "#ifdef Py_UNREACHABLE\n#endif\n#ifdef HAVE_FOO\n#endif\n")

    assert {b"Py_UNREACHABLE", b"HAVE_FOO"}.isdisjoint(found)


@pytest.mark.parametrize(("version", "is_there"), [("0x03090000", True), ("0x030900F0", True), ("0x030901F0", False)])
def test_the_oldest_python_is_a_final_release(version: str, is_there: bool) -> None:
    text = f"#if PY_VERSION_HEX >= {version}\n#define IS_NEW_ENOUGH 1\n#endif\n#if IS_NEW_ENOUGH\n#endif\n"

    assert is_there == (known(a_c=text).get(b"IS_NEW_ENOUGH") == 1)


def test_builds_that_are_gone_are_known() -> None:
    assert UNDEFINED is known(a_c="#ifdef COUNT_ALLOCS\n#endif\n")[b"COUNT_ALLOCS"]
