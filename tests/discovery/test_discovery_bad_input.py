"""Projects that are broken or strange: clear words, the contract's exit code, nothing written."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from unstatic import pipeline
from unstatic.errors import ParseError, UnstaticError, UsageError
from unstatic.migration.report import ExtensionReport
from unstatic.project import scan
from unstatic.settings import config

EXTENSIONS = Path(__file__).resolve().parents[2] / "corpus" / "extensions"
GOOD = (EXTENSIONS / "positional_type_without_gc" / "module.c").read_text()
SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('positional_type_without_gc', [{}])])\n"


def project(root: Path, *sources: str, **files: str) -> Path:
    (root / "setup.py").write_text(SETUP.format(", ".join(map(repr, sources))))
    for name, text in files.items():
        (root / name.replace("_", ".")).write_text(text)
    return root


def scanned(root: Path) -> ExtensionReport:
    settings = config.load(root)
    (found,) = pipeline.load([root], settings)
    return pipeline.scan(found, settings)


def problem(root: Path) -> UnstaticError:
    """Return the error of a scan, which must leave everything as it is."""
    before = sorted(root.rglob("*"))
    with pytest.raises(UnstaticError) as caught:
        scanned(root)
    assert before == sorted(root.rglob("*"))
    return caught.value


def test_two_units_read_one_header_differently(tmp_path: Path) -> None:
    header = "#ifdef WIDE\nstatic PyTypeObject *width = NULL;\n#else\nstatic PyObject *width = NULL;\n#endif\n"
    other = '#include <Python.h>\n#include "h.h"\nvoid *other(void) { return width; }\n'
    module = GOOD.replace("#include <Python.h>", '#include <Python.h>\n#include "h.h"', 1)
    project(tmp_path, "x.c", "y.c", x_c=module, y_c=other, h_h=header)
    entries = [
        {"directory": ".", "file": "x.c", "arguments": ["cc", "-c", "x.c"]},
        {"directory": ".", "file": "y.c", "arguments": ["cc", "-DWIDE", "-c", "y.c"]},
    ]
    (tmp_path / "compile_commands.json").write_text(json.dumps(entries))
    report = scanned(tmp_path)

    assert {"migrate"} == {one.outcome for one in report.types}
    assert "migrate" not in {one.outcome for one in report.globals}


def test_includes_in_a_circle(tmp_path: Path) -> None:
    project(tmp_path, "x.c", x_c=f'#include "a.h"\n{GOOD}', a_h='#include "b.h"\n', b_h='#include "a.h"\n')
    error = problem(tmp_path)

    assert ParseError.exit_code == error.exit_code
    assert "the file ends up including itself; give it an include guard" in str(error)


def test_includes_in_a_circle_with_guards(tmp_path: Path) -> None:
    guarded = '#pragma once\n#include "{}.h"\n'
    project(tmp_path, "x.c", x_c=f'#include "a.h"\n{GOOD}', a_h=guarded.format("b"), b_h=guarded.format("a"))

    assert "migrated" == scanned(tmp_path).outcome


def test_a_source_that_another_includes_is_no_unit(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(f'#include "part.c"\n{GOOD}')
    (tmp_path / "part.c").write_text("#include <Python.h>\nstatic PyObject *part(void) { return Py_None; }\n")
    (found,) = scan.find([tmp_path])

    assert ["x.c"] == [unit.path.name for unit in found.units]


def test_many_sources_without_an_extension(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"f{number}.c").write_text(f"int f{number}(void) {{ return {number}; }}\n" * 100)
    start = time.monotonic()
    error = problem(tmp_path)

    assert UsageError.exit_code == error.exit_code
    assert "no extension module written in C was found" in str(error)
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "script",
    [
        "import secret\nfrom setuptools import setup\nsetup(ext_modules=secret.extensions())\n",
        "from secret import build\nbuild()\n",
        "raise SystemExit(1)\n",
    ],
)
def test_setup_py_that_cannot_be_followed(tmp_path: Path, script: str) -> None:
    (tmp_path / "x.c").write_text(GOOD)
    (tmp_path / "setup.py").write_text(script)
    report = scanned(tmp_path)

    assert "migrated" == report.outcome
    assert (
        "setup.py declares no extension that can be read: sources that define a module were looked for; "
        "--capture finds out what is built"
    ) in report.notes


def test_sources_that_cannot_be_read_are_looked_for_by_name(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(GOOD)
    (tmp_path / "setup.py").write_text(
        "import secret\nfrom setuptools import Extension, setup\n"
        "setup(ext_modules=[Extension('p.positional_type_without_gc', secret.sources())])\n"
    )
    (found,) = scan.find([tmp_path])

    assert ("p.positional_type_without_gc", ["x.c"]) == (found.name, [unit.path.name for unit in found.units])
    assert any("--capture knows them" in note for note in found.notes)


def test_name_and_sources_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(GOOD)
    (tmp_path / "setup.py").write_text(
        "import secret\nfrom setuptools import Extension, setup\n"
        "setup(ext_modules=[Extension(secret.name(), secret.sources())])\n"
    )
    (found,) = scan.find([tmp_path])

    assert ("positional_type_without_gc", ["x.c"]) == (found.name, [unit.path.name for unit in found.units])
    assert any("--capture knows them" in note for note in found.notes)


def test_sources_that_cannot_be_read_nor_found(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(
        "import secret\nfrom setuptools import Extension, setup\n"
        "setup(ext_modules=[Extension('p.q', secret.sources())])\n"
    )

    assert str(problem(tmp_path)).endswith(
        "p.q has no C or C++ source that exists (the list is unknown); --capture finds out what is built"
    )


def test_folders_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b").symlink_to("..")
    (tmp_path / "a" / "x.c").write_text(GOOD)
    (tmp_path / "loop.c").symlink_to("loop.c")

    assert "migrated" == scanned(tmp_path).outcome


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret").mkdir(0)
    with pytest.raises(ParseError, match="permission denied"):
        scan.find([tmp_path / "secret"])
