"""Work grows with the size of a source, not with its square: counted in calls, as seconds depend on the machine."""

from __future__ import annotations

import cProfile
import pstats
from collections.abc import Callable
from pathlib import Path

import pytest
from bench import large

from unstatic import pipeline
from unstatic.settings.config import Settings

STEP = 20
CHAIN_BEGINS = """
#include <Python.h>
static PyObject *kept;
static PyObject *give0(void) { return PyLong_FromLong(7); }
"""
CHAIN_ENDS = """
static PyObject *
get(PyObject *module, PyObject *noargs)
{
    if (kept == NULL && (kept = give199()) == NULL) {
        return NULL;
    }
    Py_INCREF(kept);
    return kept;
}
static PyMethodDef functions[] = {{"get", get, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef chain_module = {PyModuleDef_HEAD_INIT, "chain", NULL, -1, functions};
PyMODINIT_FUNC PyInit_chain(void) { return PyModule_Create(&chain_module); }
"""


def calls(folder: Path, make: Callable[[int], str], size: int) -> int:
    """Return how many calls of Python functions an inventory of a generated source takes; nothing of it may stay."""
    path = folder / str(size) / "big.c"
    path.parent.mkdir()
    path.write_text(make(size), encoding="utf-8")
    (extension,) = pipeline.load([path], Settings())
    # Those in C depend on which tokens of the sizes before are still there to be shared.
    profile = cProfile.Profile(builtins=False)
    report = profile.runcall(pipeline.scan, extension, Settings())
    assert {item.outcome for item in (*report.types, *report.globals)} <= {"migrate"}
    total: int = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]  # the stubs lack it
    return total


@pytest.mark.parametrize("kind", ["objects", "types", "methods"])
def test_the_work_is_linear(tmp_path: Path, kind: str) -> None:
    make = large.KINDS[kind][0]
    # The first run fills what all share, and parses the headers.
    _, first, second, third = (calls(tmp_path, make, STEP * times) for times in (1, 2, 3, 4))
    # Work that each pair of subjects is looked at for would add as much to each further step.
    assert third - second < 1.02 * (second - first)


@pytest.mark.parametrize("is_round", [False, True])
def test_a_chain_of_calls_may_be_long(tmp_path: Path, is_round: bool) -> None:
    links = "".join(f"static PyObject *give{i}(void) {{ return give{i - 1}(); }}\n" for i in range(1, 200))
    # Functions that call each other, far down.
    rounds = "static PyObject *call0(int n);\nstatic PyObject *call1(int n) { return n ? call0(n - 1) : NULL; }\n"
    rounds += "static PyObject *call0(int n) { return n ? call1(n - 1) : NULL; }\n"
    links = rounds + links.replace("return give0()", "Py_XDECREF(call0(0)); return give0()") if is_round else links
    path = tmp_path / "chain.c"
    path.write_text(f"{CHAIN_BEGINS}{links}{CHAIN_ENDS}", encoding="utf-8")
    (extension,) = pipeline.load([path], Settings())
    (kept,) = pipeline.scan(extension, Settings()).globals
    assert kept.outcome == "migrate"


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("other.c", "extern x "),
        ("meson.build", "\n"),
        ("meson.build", "install_headers("),
        ("CMakeLists.txt", "a"),
        (".clang-format", "\n"),
    ],
)
def test_a_file_beside_it_may_be_long(tmp_path: Path, name: str, word: str) -> None:
    """Each of these took minutes, or hours, where what ends a construct is looked for from wherever one begins."""
    size = 400_000
    (tmp_path / name).write_text(word * (size // len(word)))
    (tmp_path / "small.c").write_text(large.KINDS["objects"][0](1))
    (extension,) = pipeline.load([tmp_path / "small.c"], Settings())
    assert pipeline.run(extension, Settings()).after


@pytest.mark.parametrize("guard", ["#ifndef H{0}", "#if !defined(H{0})", "#if !defined H{0}"])
def test_headers_that_guard_themselves_are_read_once(tmp_path: Path, guard: str) -> None:
    """Each includes the one before twice, so that the first would be read two to the power of 40 times."""
    for number in range(40):
        before = f'#include "h{number - 1}.h"\n' * 2 if number else ""
        head = guard.format(number) + f"\n#define H{number}\n"
        (tmp_path / f"h{number}.h").write_text(f"{head}{before}#define LEVEL{number} {number}\n#endif\n")
    (tmp_path / "small.c").write_text('#include "h39.h"\n' + large.KINDS["objects"][0](1))
    (extension,) = pipeline.load([tmp_path / "small.c"], Settings())
    assert pipeline.run(extension, Settings()).after
