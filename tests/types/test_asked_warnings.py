"""What a build has its compiler warn of is written so that nothing warns (G650)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from harness.compiler import compile_module, has_compiler, new_warnings

from unstatic import pipeline
from unstatic.settings.config import Settings
from unstatic.system.building import interpreters

EXTENSIONS = Path(__file__).parents[2] / "corpus" / "extensions"
NAME = "base_looked_up_by_final_instances"
PYTHON = interpreters.at(Path(sys.executable))
USED = "import sys; sys.path[:0] = sys.argv[2:]; import exercise; exercise.exercise(__import__(sys.argv[1]))"


def migrated(folder: Path, name: str, build_file: str, text: str) -> bytes:
    source = folder / "src" / "module.c"
    source.parent.mkdir()
    source.write_bytes((EXTENSIONS / name / "module.c").read_bytes())
    (folder / build_file).write_text(text, encoding="utf-8")
    (extension,) = pipeline.load([source], Settings())
    return pipeline.run(extension, Settings()).after[Path("src/module.c")]


@pytest.mark.parametrize(
    ("build_file", "text", "is_cast"),
    [
        ("setup.py", "ARGUMENTS = ['-std=c11', '-pedantic']", True),
        ("CMakeLists.txt", "add_compile_options(-Wall -Wpedantic -Werror)", True),
        ("src/CMakeLists.txt", "add_compile_options(-pedantic-errors)", True),
        ("meson.build", "project('m', 'c', default_options: ['warning_level=3'])", True),
        ("meson.build", "project('m', 'c', default_options: ['warning_level=2'])", False),
        ("setup.py", "ARGUMENTS = ['-Wall', '-Wno-pedantic']", False),
        ("other.py", "ARGUMENTS = ['-pedantic']", False),
    ],
)
def test_a_build_file_decides(build_file: str, text: str, is_cast: bool, tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("", encoding="utf-8")

    after = migrated(tmp_path, NAME, build_file, text)

    cast = b"(void *)(intptr_t)" if is_cast else b""
    assert b"{Py_tp_dealloc, " + cast + b"Box_dealloc}," in after
    assert b"{Py_tp_methods, Box_methods}," in after
    assert b"{Py_mod_exec, " + cast in after


@pytest.mark.skipif(PYTHON is None or not has_compiler(PYTHON), reason="there are no headers or no C compiler")
@pytest.mark.parametrize(
    "options", ["-pedantic", "-Wextra -Wmissing-field-initializers", "-Wwrite-strings", "-Wdeclaration-after-statement"]
)
@pytest.mark.parametrize(
    "name", [NAME, "type_name_without_dot", "positional_type_without_gc", "chain_of_live_instances"]
)
def test_nothing_warns_of_it(name: str, options: str, tmp_path: Path, builds: Path) -> None:
    assert PYTHON is not None
    texts = (EXTENSIONS / name / "module.c").read_bytes(), migrated(tmp_path, name, "setup.py", f"'{options}'.split()")

    compiled = [
        compile_module({"module.c": text}, ("module.c",), name, PYTHON, builds, tuple(options.split()))
        for text in texts
    ]

    assert [] == new_warnings(compiled[0].warnings, compiled[1].warnings)
    used = [sys.executable, "-X", "dev", "-c", USED, name, str(compiled[1].folder), str(EXTENSIONS / name)]
    subprocess.run(used, check=True)
