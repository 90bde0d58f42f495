"""What a module may claim depends on what it links."""

from __future__ import annotations

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.plan.decisions import Claims
from unstatic.settings.config import GilClaim, Settings

MODULE = b"""#include <Python.h>

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "e", NULL, 0, NULL};

PyMODINIT_FUNC
PyInit_e(void)
{
    return PyModule_Create(&definition);
}
"""
THREAD = b"""#include <Python.h>

static void
notify(void)
{
    PyGILState_STATE state = PyGILState_Ensure();
    PyGILState_Release(state);
}
"""


def claims(
    root: Path, keywords: str, gil_claim: GilClaim = "auto", data: bytes = MODULE, sources: str = "['e.c']"
) -> Claims:
    """Return what is claimed for a project whose Extension has these keywords."""
    (root / "e.c").write_bytes(data)
    (root / "setup.py").write_text(
        f"from setuptools import setup, Extension\nsetup(ext_modules=[Extension('e', {sources}, {keywords})])\n"
    )
    settings = Settings(gil_claim=gil_claim)
    (extension,) = pipeline.load([root], settings)
    plan = pipeline.run(extension, settings).plan
    assert plan is not None
    return plan.claims


@pytest.mark.parametrize("keywords", ["", "libraries=['m', 'rt', 'pthread']", "extra_link_args=['-ldl', '-O1']"])
def test_the_c_runtime_limits_nothing(tmp_path: Path, keywords: str) -> None:
    found = claims(tmp_path, keywords)

    assert (found.multiple_interpreters, found.reasons) == ("per-interpreter-gil", ())


@pytest.mark.parametrize("keywords", ["libraries=['acl', 'm']", "extra_link_args=['-lacl']"])
def test_another_library_limits_the_claim(tmp_path: Path, keywords: str) -> None:
    found = claims(tmp_path, keywords)
    (doubt,) = found.reasons

    assert (found.multiple_interpreters, found.load_once) == ("shared-gil", False)
    assert (doubt.name, doubt.rule, doubt.is_object) == ("acl", "process-state", False)
    assert doubt.reason.endswith("pass --gil-claim own if the library is known to be safe")


def test_a_source_that_is_missing_limits_the_claim(tmp_path: Path) -> None:
    found = claims(tmp_path, "", sources="['e.c', 'gone.c', 'lost.c']")
    (doubt,) = found.reasons

    assert found.multiple_interpreters == "shared-gil"
    assert "the source gone.c isn't there" in doubt.reason
    assert doubt.reason.endswith("and 1 more is missing as well")


@pytest.mark.parametrize("keywords", ["extra_link_args=flags", ""])
def test_a_header_of_a_library_that_is_not_known_limits_the_claim(tmp_path: Path, keywords: str) -> None:
    folder = tmp_path / "include"
    folder.mkdir()
    (folder / "store.h").write_text("int store_open(const char *);\n")
    data = b"#include <sys/types.h>\n#include <math.h>\n#include <store.h>\n" + MODULE
    project = tmp_path / "project"
    project.mkdir()

    found = claims(project, f"include_dirs=['{folder}'], {keywords}", data=data)
    (doubt,) = found.reasons

    assert (found.multiple_interpreters, doubt.name, doubt.location.line) == ("shared-gil", "store.h", 3)


def test_headers_of_the_runtime_and_of_the_project_limit_nothing(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#include <sys/types.h>\n#include <stdarg.h>\n")

    found = claims(tmp_path, "", data=b'#include "own.h"\n#include <pthread.h>\n' + MODULE)

    assert (found.multiple_interpreters, found.reasons) == ("per-interpreter-gil", ())


def test_own_lifts_the_limit(tmp_path: Path) -> None:
    found = claims(tmp_path, "libraries=['acl']", "own")

    assert found.multiple_interpreters == "per-interpreter-gil"
    assert [doubt.name for doubt in found.reasons] == ["acl"]


def test_unknown_libraries_limit_nothing(tmp_path: Path) -> None:
    found = claims(tmp_path, "libraries=[__import__('os').popen('x').read()]")

    assert (found.multiple_interpreters, found.reasons) == ("per-interpreter-gil", ())


def test_gil_state_limits_the_claim(tmp_path: Path) -> None:
    found = claims(tmp_path, "", data=THREAD + MODULE.partition(b"\n")[2])

    assert found.multiple_interpreters == "shared-gil"
    assert [doubt.name for doubt in found.reasons] == ["PyGILState_Ensure"]


def test_the_api_of_datetime_limits_the_claim(tmp_path: Path) -> None:
    data = MODULE.replace(b"<Python.h>\n", b"<Python.h>\n#include <datetime.h>\n").replace(
        b"    return PyModule", b"    PyDateTime_IMPORT;\n    return PyModule"
    )
    found = claims(tmp_path, "", data=data)

    assert (found.multiple_interpreters, found.load_once) == ("shared-gil", False)
    assert [doubt.name for doubt in found.reasons] == ["PyDateTime_IMPORT"]


SEQUENCE = MODULE.replace(
    b"\nPyMODINIT_FUNC",
    b"""
static PyStructSequence_Field fields[] = {{"width", NULL}, {NULL}};
static PyStructSequence_Desc description = {"e.Size", "A size.", fields, 1};
static PyTypeObject Size_Type;

PyMODINIT_FUNC""",
).replace(
    b"    return",
    b"""    if (PyStructSequence_InitType2(&Size_Type, &description) < 0) {
        return NULL;
    }
    PyType_Ready(&Size_Type);
    return""",
)


def test_a_type_that_is_filled_at_run_time_is_none_of_other_platforms(tmp_path: Path) -> None:
    found = claims(tmp_path, "", data=SEQUENCE)
    assert not any("G520" in residue.reason for residue in found.reasons)
