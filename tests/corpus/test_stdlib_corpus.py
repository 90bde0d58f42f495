"""CPython's own modules as a corpus: what a build's log tells, what a newer Python did, and the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness.stdlib import trials
from harness.stdlib.beside import beside, table
from harness.stdlib.builds import modules_of, write_database
from harness.stdlib.conversions import HEAP, OTHERWISE, STATIC, Newer
from harness.stdlib.page import Measured, page
from harness.stdlib.runs import Run
from harness.stdlib.trials import Trial

LOG = """\
gcc -c -O1 -I../tree/Include -DPy_BUILD_CORE -o Python/ceval.o ../tree/Python/ceval.c
gcc -I./Modules/_io -DPy_BUILD_CORE_BUILTIN -c ../tree/Modules/_io/_iomodule.c -o Modules/_iomodule.o
gcc -I./Modules/_io -DPy_BUILD_CORE_BUILTIN -c ../tree/Modules/_io/fileio.c -o Modules/fileio.o
gcc -DPy_BUILD_CORE_BUILTIN -c ../tree/Modules/boxmodule.c -o Modules/boxmodule.o
building '_lid' extension
gcc -fPIC -c {tree}/Modules/_lid.c -o build/temp/_lid.o
gcc -shared build/temp/_lid.o -o build/lib/_lid.cpython-311d-x86_64-linux-gnu.so
"""
STATIC_TYPE = 'static PyTypeObject %s = {\n    PyVarObject_HEAD_INIT(NULL, 0)\n    .tp_name = "%s",\n};\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    for name, module in {"_io/_iomodule": "_io", "boxmodule": "box", "_lid": "_lid"}.items():
        source = root / "Modules" / f"{name}.c"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(f"PyMODINIT_FUNC\nPyInit_{module}(void)\n{{\n    return NULL;\n}}\n")
    (root / "Modules" / "_io" / "fileio.c").touch()
    return root


def test_modules_of_a_log(tree: Path, tmp_path: Path) -> None:
    build = tmp_path / "build"
    build.mkdir()
    (build / "make.log").write_text(LOG.format(tree=tree))

    found = {one.name: one for one in modules_of(tree, build)}

    assert {name: one.is_builtin for name, one in found.items()} == {"_io": True, "_lid": False, "box": True}
    assert [one.source.name for one in found["_io"].compilations] == ["_iomodule.c", "fileio.c"]
    database = write_database(found["_io"], tmp_path / "database")
    assert str(tree / "Modules" / "_io" / "fileio.c") in database.read_text()
    assert "build _io.so: LINK" in (database.parent / "build.ninja").read_text()


def test_what_a_newer_python_did(tmp_path: Path) -> None:
    modules = tmp_path / "Modules"
    modules.mkdir()
    (modules / "new.c").write_text(
        STATIC_TYPE % ("Kept_Type", "m.Kept") + '= {\n    .name = "collections._Moved",\n};\n'
    )
    old = tmp_path / "old.c"
    old.write_text(STATIC_TYPE % ("Moved_Type", "_collections._Moved") + STATIC_TYPE % ("Gone_Type", "m.Gone"))
    newer = Newer(tmp_path)

    assert [newer.fate(old, name) for name in ("Kept_Type", "Moved_Type", "Gone_Type")] == [STATIC, HEAP, OTHERWISE]


def test_page(tree: Path, tmp_path: Path) -> None:
    place = {"path": "Modules/_lid.c", "line": 1, "column": 1}
    obstacle = {"rule": "callback", "reason": "why", "location": place, "follows": ""}
    types = [
        {"name": "Lid_Type", "outcome": "migrated", "rule": "heap-types", "declared": place},
        {"name": "Box_Type", "outcome": "refused", "rule": "init", "declared": place, "obstacles": [obstacle]},
    ]
    report = {"types": types, "globals": [], "init": {"outcome": "migrated", "rule": "multi-phase-init"}}
    run = Run("_lid", "Modules/_lid.c", is_builtin=False, seconds=1.0, error="", report=report, patch=tmp_path / "none")
    tests = {"test_lid": "passed", "test_box": "exit 2"}
    foreign = {"winlid.c": "", "winbox.c": "winbox.c:1:1: error: unknown type"}
    leaks = {"test_lid": ("", ""), "test_jar": ("", "test_jar leaked [1, 1, 1] references, sum=3")}
    trial = Trial(tests, tests | {"test_lid": "exit 2"}, {}, [], foreign, leaks)

    text = page([Measured(tree, [run], trial)], Newer(tree), "0123456")

    assert "**1 of 2 types**, 1 of 2 of those that aren't static in 3.13" in text
    assert "| _lid | 1 of 2 | 1 of 2 | - | migrated | init (1) |" in text
    assert "| callback | 1 | _lid |" in text
    assert "0 of 2 files pass, 1 of them passed before and don't now." in text
    assert "- test_lid: passed before, exit 2 after" in text
    assert "- with `-R 3:3`, 1 of 2 of those of the modules leak nothing" in text
    assert "- test_jar with `-R 3:3`: test_jar leaked [1, 1, 1] references, sum=3; before: nothing" in text
    assert "- only Windows compiles winlid.c: a compiler for it still does" in text
    assert "- winbox.c: winbox.c:1:1: error: unknown type" in text


def test_tests_of_modules(tmp_path: Path) -> None:
    tests = tmp_path / "Lib" / "test"
    tests.mkdir(parents=True)
    for name, text in {
        "test_lid": "",
        "test_box": "import _lid\n",
        "test_other": "import lids\n",
        "test_gc": "",
    }.items():
        (tests / f"{name}.py").write_text(text)

    assert trials.tests_of(tmp_path, ["_lid"]) == ["test_box", "test_gc", "test_lid"]


def test_beside_a_newer_python(tmp_path: Path) -> None:
    spec = 'static PyType_Spec %s = {\n    .name = "lid.Lid",\n    .flags = Py_TPFLAGS_DEFAULT%s,\n};\n'
    texts = {
        "old": "static PyTypeObject Lid_Type = {0};\n",
        "ours": spec % ("Lid_spec", " | Py_TPFLAGS_DISALLOW_INSTANTIATION"),
        "theirs": spec % ("lid_spec", " | Py_TPFLAGS_HAVE_GC") + spec.replace("Lid", "Box") % ("box_spec", ""),
    }
    for name, text in texts.items():
        (tmp_path / name / "Modules").mkdir(parents=True)
        (tmp_path / name / "Modules" / "_lid.c").write_text(text)

    lines = list(table([beside("_lid", ["_lid.c"], *(tmp_path / name for name in texts))]))

    assert "| _lid | 1 | 8, 1 | 4, 1 | 1 |" in lines
    assert "- `_lid.Lid`: only ours DISALLOW_INSTANTIATION; only theirs HAVE_GC" in lines
