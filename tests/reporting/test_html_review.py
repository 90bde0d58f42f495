"""The page for a review: what is on it, that it is safe to open, and the data that it exports."""

from __future__ import annotations

import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import unstatic
from unstatic.cli import main
from unstatic.html import colour, rows
from unstatic.text.diff import lines_of, opcodes

SCHEMA = json.loads((Path(unstatic.__file__).parent / "migration" / "plan.schema.json").read_text(encoding="utf-8"))
MODULE = """\
#include <Python.h>

static PyObject *Error;
static PyObject *cache;
// unstatic: keep table because <b>all</b> share it
static PyObject *table;

typedef struct { PyObject_HEAD } Box;
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_new = PyType_GenericNew,
};

/* %s */
static int
compare(const void *one, const void *other)
{
    return one < other ? -1 : cache == NULL;
}

static PyObject *
sort(PyObject *module, PyObject *unused)
{
    int numbers[2] = {2, 1};

    qsort(numbers, 2, sizeof(int), compare);
    Py_XINCREF(table);
    PyErr_SetString(Error, "not sorted");
    return NULL;
}

static PyMethodDef functions[] = {{"sort", sort, METH_NOARGS, NULL}, {NULL}};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "box", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    Error = PyErr_NewException("box.Error", NULL, NULL);
    if (cache == NULL)
        cache = PyList_New(0);
    if (table == NULL)
        table = PyList_New(0);
    if (Error == NULL || cache == NULL || table == NULL || PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
"""
# What ends comments, elements, attributes and scripts.
HOSTILE = "</td></script><script>document.title='pwned'</script><img src=x onerror=alert(1)>\"'{{7*7}} & \u202e"


class Elements(HTMLParser):
    """What a browser makes of a page, roughly: elements with their attributes, and the texts of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts.append(data)

    @property
    def data(self) -> Any:
        """The data that the page's script works on."""
        return json.loads(self.scripts[0])

    def sections(self) -> dict[str, dict[str, str | None]]:
        """Return the attributes of the sections by subject."""
        return {attrs["data-subject"] or "": attrs for tag, attrs in self.found if tag == "section"}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project whose names and texts are as bad as can be."""
    folder = tmp_path_factory.mktemp("box") / "<img src=x onerror=alert(2)>"
    folder.mkdir()
    (folder / "setup.py").write_text(
        "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('box', ['<b>x.c'])])\n"
    )
    (folder / "<b>x.c").write_text(MODULE % HOSTILE, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def text(project: Path) -> str:
    """Return the page for it."""
    path = project.parent / "review.html"
    assert 0 == main(["diff", "--format", "html", "-o", str(path), str(project)])
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(text: str) -> Elements:
    return Elements(text)


def test_every_subject_has_a_section_and_a_tier(page: Elements) -> None:
    tiers = {subject: attrs["data-tier"] for subject, attrs in page.sections().items()}

    assert {
        "state": "safe",
        "type:Box_Type": "safe",
        "global:Error": "safe",
        "global:cache": "manual",
        "global:table": "manual",
        "init:PyInit_box": "review",
    } == tiers


def test_reasons_stand_beside_the_lines(text: str) -> None:
    assert "<b>global:cache</b> refused: " in text
    assert "all&lt;/b&gt; share it" in text
    assert 2 == text.count("<summary>What you can do</summary>")


def test_the_plan_is_one_that_can_be_read(page: Elements) -> None:
    plan = page.data["plan"]

    jsonschema.validate(plan, SCHEMA)
    (extension,) = plan["extensions"]
    subjects = {item["subject"] for item in extension["decisions"]}
    ticks = {subject for subject, _ in page.sections().items() if subject != "state"}
    assert subjects == ticks


def test_each_tick_belongs_to_a_decision(page: Elements) -> None:
    order = [(tag, attrs) for tag, attrs in page.found if tag in ("section", "label")]
    ticked = {
        before[1]["data-subject"]
        for before, (tag, attrs) in zip(order, order[1:], strict=False)
        if tag == "label" and attrs.get("class") == "tick"
    }

    assert {"type:Box_Type", "global:Error"} == ticked


def test_what_a_plan_declined_can_be_taken_in_again(project: Path, page: Elements) -> None:
    plan = page.data["plan"]
    for item in plan["extensions"][0]["decisions"]:
        item["verdict"] = "keep" if item["subject"] == "type:Box_Type" else item["verdict"]
    path, saved = project.parent / "again.html", project.parent / "plan.json"
    saved.write_text(json.dumps(plan))

    assert 0 == main(["diff", "--format", "html", "-o", str(path), "--plan", str(saved), str(project)])

    found = Elements(path.read_text(encoding="utf-8")).found
    boxes = [
        attrs for tag, attrs in found if tag == "input" and attrs.get("type") == "checkbox" and "data-tier" not in attrs
    ]
    assert [False, True, False] == ["checked" in attrs for attrs in boxes]


def test_nothing_hostile_becomes_code(text: str, page: Elements) -> None:
    assert ["application/json", None] == [attrs.get("type") for tag, attrs in page.found if tag == "script"]
    assert (
        [] == [tag for tag, _ in page.found if tag in ("img", "iframe", "object", "embed", "link", "base", "form")][1:]
    )
    assert [] == [name for _, attrs in page.found for name in attrs if name.startswith("on")]
    assert "{{7*7}}" in text
    assert "\u202e" not in text
    assert "pwned" not in page.scripts[1]


def test_nothing_is_loaded(page: Elements) -> None:
    links = [value for _, attrs in page.found for name, value in attrs.items() if name in ("src", "href", "action")]

    assert [] == [link for link in links if link is None or not link.startswith("#")]
    assert "http" not in page.scripts[1]


def test_only_our_own_script_may_run(text: str) -> None:
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)

    assert policy.startswith("default-src &#39;none&#39;; style-src &#39;sha256-")
    assert "unsafe" not in policy


def test_links_lead_somewhere(page: Elements) -> None:
    ids = {attrs.get("id") for _, attrs in page.found}
    targets = {(attrs.get("href") or "")[1:] for tag, attrs in page.found if tag == "a"}

    assert set() == targets - ids


def test_every_changed_line_is_shown(project: Path, text: str) -> None:
    before = (project / "<b>x.c").read_bytes()
    main(["migrate", "--output", str(project.parent / "after"), str(project)])
    after = (project.parent / "after" / "<b>x.c").read_bytes()
    codes = [code for code in opcodes(lines_of(before), lines_of(after)) if code[0] != "equal"]
    cells = re.findall(r'<tr class="(?:chg|add|del)[^"]*"><td class="no">(\d*)</td>.*?<td class="no">(\d*)</td>', text)

    assert {str(n + 1) for _, i, j, _, _ in codes for n in range(i, j)} == {old for old, _ in cells if old}
    assert {str(n + 1) for _, _, _, i, j in codes for n in range(i, j)} == {new for _, new in cells if new}


def test_a_module_that_is_multi_phase_shows_its_claim(tmp_path: Path) -> None:
    folder = Path(__file__).resolve().parents[2] / "corpus" / "extensions" / "multi_phase_with_static_types"
    path = tmp_path / "r.html"

    assert 0 == main(["diff", "--format", "html", "-o", str(path), str(folder / "module.c")])

    shown = re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8"))
    assert "{Py_mod_multiple_interpreters, Py_MOD_" in shown


def test_the_page_goes_to_stdout_without_a_file(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == main(["diff", "--format", "html", str(project)])
    assert capfd.readouterr().out.startswith("<!DOCTYPE html>")


def test_a_project_that_failed_has_a_page_too(tmp_path: Path) -> None:
    (tmp_path / "m.c").write_text("#include <Python.h>\n#include <missing.h>\nPyMODINIT_FUNC PyInit_m(void) {}\n")

    assert 4 == main(["diff", "--format", "html", "-o", str(tmp_path / "r.html"), str(tmp_path)])

    page = Elements((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert ({}, []) == (page.sections(), page.data["plan"]["extensions"])
    assert "missing.h" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_names_may_be_any_bytes(tmp_path: Path) -> None:
    source = tmp_path / os.fsdecode(b"b\xff")
    source.mkdir()
    name = os.fsdecode(b"\xfe.c")
    (source / name).write_text(MODULE % "")

    assert 0 == main(["diff", "--format", "html", "-o", str(tmp_path / "r.html"), str(source)])

    page = Elements((tmp_path / "r.html").read_text(encoding="utf-8"))
    (extension,) = page.data["plan"]["extensions"]
    for attrs in page.sections().values():
        if attrs["data-decision"]:
            decision = extension["decisions"][int(attrs["data-decision"] or "")]
            assert attrs["data-subject"] == decision["subject"]


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["-o", "."], 2, "is a directory"),
        (["-o", "no/such.html"], 2, "there is no folder no"),
        (["-o", "/dev/full"], 4, "/dev/full: can't be written"),
        (["--step", "heap-types"], 2, "the page shows all of them"),
    ],
)
def test_what_cannot_be_done_is_told(
    project: Path, capsys: pytest.CaptureFixture[str], options: list[str], code: int, words: str
) -> None:
    if "/dev/full" in options and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")

    assert code == main(["diff", "--format", "html", *options, str(project)])
    assert words in capsys.readouterr().err


def test_a_page_is_for_one_project(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "setup.py").write_text("")
    (tmp_path / "box.c").write_text(MODULE % "")

    assert 2 == main(["diff", "--format", "html", str(project), str(tmp_path)])
    assert "--format html takes one project at a time" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", 1),
        (b"int x;", 1),
        (b"int x;\n", 2),
        (b"/* a\n b */ int\n", 3),
        (b'"\\\n"\r\nint\rx;\r\n', 4),
        (b"\xff\xfe\x00 \x0c\n\n", 3),
        (b"@ ` $ \\ '\n'\n", 3),
    ],
)
def test_colours_keep_lines_and_text(data: bytes, lines: int) -> None:
    found = colour.coloured(Path("x.c"), data)

    assert lines == len(found)
    assert colour.readable(data).split("\n") == [colour.text_of(line) for line in found]


def test_marks_keep_the_text() -> None:
    (line,) = colour.coloured(Path("x.c"), b"if (a < b) /* & */ x();")

    whole = [re.sub(r"<[^>]*>", "", colour.markup(line, (start, start + 4))) for start in range(24)]

    assert {"if (a &lt; b) /* &amp; */ x();"} == set(whole)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b"a\nb\n"),
        (b"x(1);\ny(2);\n", b"start();\nx(s, 1);\nmiddle();\ny(s, 2);\nend();\n"),
        (b"a\nb\nc\n", b"c\n"),
    ],
)
def test_rows_have_every_line_once_and_in_order(old: bytes, new: bytes) -> None:
    texts = [[line.decode() for line in lines_of(data)] for data in (old, new)]
    pairs = [pair for code in opcodes(lines_of(old), lines_of(new)) for pair in rows.pairs(code, *texts)]

    assert list(range(len(texts[0]))) == [one for one, _ in pairs if one is not None]
    assert list(range(len(texts[1]))) == [other for _, other in pairs if other is not None]


def test_lines_that_are_alike_stand_side_by_side() -> None:
    old, new = ["x(1);", "y(2);"], ["start();", "x(s, 1);", "y(s, 2);"]

    assert [(None, 0), (0, 1), (1, 2)] == rows.pairs(("replace", 0, 2, 0, 3), old, new)


def test_whole_words_differ() -> None:
    assert ((2, 6), (2, 7)) == rows.differing("f(self)", "f(state)")
