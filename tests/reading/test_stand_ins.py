"""Macros that only a build file defines get a value that parses, and `#error` keeps nothing from being read."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.errors import ParseError
from unstatic.project.discovery import stand_ins
from unstatic.settings.config import Settings

HEAD = """#define PY_SSIZE_T_CLEAN
#include <Python.h>
static PyTypeObject Box = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box", .tp_basicsize = sizeof(PyObject), .tp_flags = Py_TPFLAGS_DEFAULT,
};
"""
INIT = """
static PyModuleDef box = { PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL };
PyMODINIT_FUNC PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box);
    if (m == NULL || PyModule_AddType(m, &Box) < 0 || PyModule_AddStringConstant(m, "version", VALUE) < 0) {
        Py_XDECREF(m);
        return NULL;
    }
    return m;
}
"""
SETUP = """from setuptools import Extension, setup
import subprocess
version = subprocess.getoutput("git describe")
setup(ext_modules=[Extension("box", ["box.c"], define_macros=MACROS)])
"""


def project(root: Path, value: str, macros: str = "[('VERSION', version)] + more()", before: str = "") -> Path:
    (root / "box.c").write_text(before + HEAD + INIT.replace("VALUE", value))
    (root / "setup.py").write_text(SETUP.replace("MACROS", macros))
    return root


@pytest.mark.parametrize(
    ("value", "taken"),
    [("VERSION", "-DVERSION=0"), ('"v" VERSION', '-DVERSION=""'), ('VERSION ".0"', '-DVERSION=""')],
)
def test_the_type_migrates(tmp_path: Path, value: str, taken: str) -> None:
    (found,) = pipeline.load([project(tmp_path, value, "flags(VERSION='VERSION')")], Settings())
    report = pipeline.run(found, Settings()).report

    assert ["migrate"] == [one.outcome for one in report.types]
    assert [
        f"the macro VERSION has a value in setup.py that can't be read: {taken[10:]} was taken, so that C parses"
    ] == [note for note in report.notes if "VERSION" in note]


def test_a_zero_that_was_a_guess_becomes_a_text(tmp_path: Path) -> None:
    (found,) = pipeline.load([project(tmp_path, '"v" VERSION')], Settings())

    assert ("-DVERSION=0",) == found.units[0].arguments
    assert "migrated" == pipeline.run(found, Settings()).report.outcome


def test_names_of_nothing_stay_errors(tmp_path: Path) -> None:
    (found,) = pipeline.load([project(tmp_path, "OTHER")], Settings())
    report = pipeline.scan(found, Settings())

    assert ["parse-error"] == [one.rule for one in report.types]


def test_error_lines_are_told(tmp_path: Path) -> None:
    before = "#ifndef VERSION\n#error pass -DVERSION\n#endif\n"
    (found,) = pipeline.load([project(tmp_path, '"1"', "[]", before)], Settings())
    report = pipeline.run(found, Settings()).report

    assert ["migrate"] == [one.outcome for one in report.types]
    assert any("box.c:2:2: the code says that it can't be compiled like this" in note for note in report.notes)


@pytest.mark.parametrize("name", ["A.B", "uint8_t", "Py_VERSION", "PY_VERSION", "__GNUC__", "A\nB", ""])
def test_names_that_are_never_given_a_value(tmp_path: Path, name: str) -> None:
    (tmp_path / "setup.py").write_text(f"define_macros = [({name!r}, version)]\n")

    assert () == stand_ins.find([name], tmp_path, [], [])


@pytest.mark.parametrize("known", ["-DVERSION=1", '-DVERSION="2"', "-DVERSION"])
def test_values_of_the_build_stay(tmp_path: Path, known: str) -> None:
    (tmp_path / "setup.py").write_text("define_macros = [('VERSION', version)]\n")

    assert () == stand_ins.find(["VERSION"], tmp_path, [], [known])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("meson.build", "conf.set_quoted('VERSION', meson.project_version())"),
        ("src/CMakeLists.txt", "add_definitions(-DVERSION=${V})"),
        ("configure.ac", "AC_DEFINE_UNQUOTED([VERSION], [$v])"),
        ("config.h.in", "#undef VERSION"),
        ("tools/flags.py", "print(f'-DVERSION={value}')"),
    ],
)
def test_build_files_that_name_it(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(text)
    (found,) = stand_ins.find(["VERSION"], tmp_path, [], [])

    assert ("-DVERSION=0",) == found.arguments


def test_files_outside_of_the_project_are_not_read(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "secret").write_text("-DVERSION")
    (root / "meson.build").symlink_to(tmp_path / "secret")

    assert () == stand_ins.find(["VERSION"], root, [], [])


PROBE = """
def probe():
    found = {"VERSION": version(), "LIMIT": limit()}
    with open("probe.h", "w") as file:
        file.writelines(f"#define {name} {value}" for name, value in found.items())
"""


@pytest.mark.parametrize(("used", "outcome"), [("LIMIT", "migrated"), ("limit", "failed")])
def test_a_header_that_a_script_writes(tmp_path: Path, used: str, outcome: str) -> None:
    before = '#include "probe.h"\n'
    after = f"\nint limit_of_box(void) {{ return {used}; }}\n"
    root = project(tmp_path, "VERSION", before=before)
    (root / "box.c").write_text((root / "box.c").read_text() + after)
    (root / "probe.py").write_text(PROBE)
    (found,) = pipeline.load([root], Settings())
    if outcome == "failed":
        with pytest.raises(ParseError, match="probe.h not found"):
            pipeline.run(found, Settings())
        return
    report = pipeline.run(found, Settings()).report

    assert outcome == report.outcome
    assert "header probe.h, which probe.py makes, isn't there: it was taken for empty" in report.notes


def test_a_macro_that_a_text_names_is_a_number(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP.replace("MACROS", "[('LIMIT', limit())]"))
    text = b'PyModule_AddIntConstant(m, "LIMIT", LIMIT);'
    (one,) = stand_ins.find(["LIMIT"], tmp_path, [text], [])

    assert ("-DLIMIT=0",) == one.arguments


VECTORS = """#include <immintrin.h>
static __m128d twice(__m128d one)
{
    __m128d sum = _mm_add_pd(one, one);
    return _mm_mul_pd(sum, one);
}
"""


def test_operations_on_vectors_are_no_errors(tmp_path: Path) -> None:
    (found,) = pipeline.load([project(tmp_path, '"1"', "[]", VECTORS)], Settings())
    report = pipeline.run(found, Settings()).report

    assert ["migrate"] == [one.outcome for one in report.types]
    assert [] == [note for note in report.notes if "doesn't parse" in note]
