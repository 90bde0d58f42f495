"""Comments that keep something: how they are read, what they name, and which of them have no effect."""

from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.migration.report import ExtensionReport, KeepComment
from unstatic.settings.config import Settings

MODULE = """\
#include <Python.h>
%s
static PyObject *
get(PyObject *module, PyObject *unused)
{
    static PyObject *cache;%s
    if (cache == NULL)
        cache = PyList_New(0);
    Py_XINCREF(cache);
    return cache;
}
static PyMethodDef functions[] = {{"get", get, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "m", NULL, -1, functions};
PyMODINIT_FUNC
PyInit_m(void)
{
    return PyModule_Create(&definition);
}
"""
VARIABLE = "static PyObject *table;\n"


def scan(folder: Path, top: str = VARIABLE, inside: str = "", encoding: str = "utf-8") -> ExtensionReport:
    """Return the report on a module with *top* at file level, and *inside* a function."""
    source = folder / "m.c"
    source.write_bytes((MODULE % (top, inside)).encode(encoding))
    (extension,) = pipeline.load([source], Settings())
    return pipeline.scan(extension, Settings())


def kept(report: ExtensionReport) -> dict[str, str]:
    """Return the reasons of what comments keep."""
    return {item.name: item.reason for item in report.globals if item.rule == "keep-comment"}


@pytest.mark.parametrize(
    "comment",
    [
        "// unstatic: keep table because it is shared",
        "/* unstatic: keep table because it is shared */",
        "/** unstatic: keep global:table because it is shared */",
        "/*\n * The table.\n * unstatic: keep table because\n *     it is\n *     shared\n */",
        "/* unstatic:  keep\ttable  because: it is shared */",
        "/* Two.\r\n   unstatic: keep table because it is shared\r\n   unstatic: keep get.cache because of that */",
    ],
)
def test_what_a_comment_names_is_kept(tmp_path: Path, comment: str) -> None:
    report = scan(tmp_path, f"{comment}\n{VARIABLE}")

    assert kept(report)["table"] == "a comment keeps it: it is shared"
    assert [item.problem for item in report.keep_comments if item.problem] == []


def test_it_remains_with_the_reason(tmp_path: Path) -> None:
    report = scan(tmp_path, f"// unstatic: keep table because it is shared\n{VARIABLE}")

    (remains,) = report.residue
    assert ("table", "a comment keeps it: it is shared") == (remains.name, remains.reason)
    assert "not-supported" == report.claims["multiple_interpreters"]


def test_a_local_is_named_where_it_stands(tmp_path: Path) -> None:
    report = scan(tmp_path, inside="  // unstatic: keep cache because the list is one")

    assert {"get.cache": "a comment keeps it: the list is one"} == kept(report)


def test_the_local_comes_first(tmp_path: Path) -> None:
    report = scan(tmp_path, "static PyObject *cache;\n", "  // unstatic: keep cache because the list is one")

    assert {"get.cache"} == set(kept(report))


def test_a_local_is_named_with_its_function(tmp_path: Path) -> None:
    report = scan(tmp_path, "// unstatic: keep get.cache because the list is one\n")

    assert {"get.cache"} == set(kept(report))


@pytest.mark.parametrize(
    ("comment", "problem"),
    [
        ("// unstatic: keep table", "it gives no reason"),
        ("// unstatic: keep table because", "it gives no reason"),
        ("/* unstatic: keep table because ... */", "it gives no reason"),
        ("/* unstatic: keep */", "it isn't understood"),
        ("/* unstatic: ignore table because it is shared */", "it isn't understood"),
        ("/* unstatic: keep tabel because it is shared */", "no such static type or global"),
        ("/* unstatic: keep type:table because it is shared */", "no such static type or global"),
        ("/* unstatic: keep cache because it is a local elsewhere */", "no such static type or global"),
        ("/* unstatic: keep PyInit_m because it is old */", "no such static type or global"),
    ],
)
def test_a_comment_without_effect_is_told(tmp_path: Path, comment: str, problem: str) -> None:
    report = scan(tmp_path, f"{comment}\n{VARIABLE}")

    assert {} == kept(report)
    (found,) = report.keep_comments
    assert problem in found.problem
    assert 2 == found.location.line


@pytest.mark.parametrize(
    "text",
    [
        'static const char text[] = "// unstatic: keep table because it is a text";\n',
        "// As the page says, unstatic: keep table because it is shared\n",
        "#if 0\n// unstatic: keep handle because Windows needs it\nstatic int handle;\n#endif\n",
    ],
)
def test_other_text_says_nothing(tmp_path: Path, text: str) -> None:
    report = scan(tmp_path, text + VARIABLE)

    assert () == report.keep_comments
    assert {} == kept(report)


def test_any_bytes_are_read(tmp_path: Path) -> None:
    report = scan(tmp_path, f"// unstatic: keep table because f\xfcr alle\n{VARIABLE}", encoding="latin-1")

    assert {"table": r"a comment keeps it: f\xfcr alle"} == kept(report)


def test_a_refusal_gives_way(tmp_path: Path) -> None:
    before = scan(tmp_path, "static PyObject *table[2][2];\n")
    after = scan(tmp_path, "// unstatic: keep table because of the ABI\nstatic PyObject *table[2][2];\n")

    assert ["refuse", "migrate"] == [item.outcome for item in before.globals]
    assert ["keep", "migrate"] == [item.outcome for item in after.globals]
    assert not after.has_refusals


def test_a_comment_in_a_header_counts_there(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("extern PyObject *table; // unstatic: keep table because of the ABI\n")

    report = scan(tmp_path, '#include "own.h"\nPyObject *table;\n')

    assert {"table"} == set(kept(report))
    assert [KeepComment("table", report.keep_comments[0].location, "of the ABI")] == list(report.keep_comments)


def test_nothing_migrates_where_nothing_is_gained(tmp_path: Path) -> None:
    report = scan(
        tmp_path,
        f"// unstatic: keep table because it is shared\n{VARIABLE}",
        "  // unstatic: keep cache because the list is one",
    )

    assert report.init is not None
    assert ("refuse", "nothing-gained") == (report.init.outcome, report.init.rule)
