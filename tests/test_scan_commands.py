"""A compilation database tells how sources are compiled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from unstatic import scan
from unstatic.errors import UsageError

INIT = "#include <Python.h>\nPyMODINIT_FUNC PyInit_{}(void) {{ return 0; }}\n"
SETUP = "from setuptools import setup, Extension\nsetup(ext_modules=[Extension('p.a', ['a.c', 'b.c'])])\n"


def database(root: Path, entries: Any) -> Path:
    """Write the database and sources `a.c` (a module), `b.c` and `c.c` (a module); return its path."""
    (root / "a.c").write_text(INIT.format("a"))
    (root / "b.c").write_text("int b;\n")
    (root / "c.c").write_text(INIT.format("c"))
    path = root / "compile_commands.json"
    path.write_text(json.dumps(entries))
    return path


def entry(root: Path, name: str, *arguments: str, output: str = "x.o") -> dict[str, Any]:
    """Return the entry of one source."""
    return {
        "directory": str(root),
        "file": name,
        "arguments": ["cc", *arguments, "-Wall", "-c", name, "-o", output],
    }


def test_arguments_of_a_declared_extension(tmp_path: Path) -> None:
    path = database(tmp_path, [entry(tmp_path, "a.c", "-Iinc", "-DA", "-O2"), entry(tmp_path, "b.c", "-I", "x", "-UB")])
    (tmp_path / "setup.py").write_text(SETUP)
    (found,) = scan.find([tmp_path], compile_commands=path, define=("D",))

    assert (found.name, found.name_is_known) == ("p.a", True)
    assert [unit.arguments for unit in found.units] == [
        (f"-I{tmp_path}/inc", "-DA", "-DD"),
        (f"-I{tmp_path}/x", "-UB", "-DD"),
    ]


def test_command_as_text(tmp_path: Path) -> None:
    line = {"directory": str(tmp_path), "file": "a.c", "command": "cc -D'A=\"x y\"' -isystem sys -std=c11 -c a.c"}
    (found,) = scan.find([tmp_path / "a.c"], compile_commands=database(tmp_path, [line]))

    assert found.units[0].arguments == ('-DA="x y"', "-isystem", f"{tmp_path}/sys", "-std=c11")


@pytest.mark.parametrize("folder", ["CMakeFiles/{}.dir", "{}.cpython-312-x86_64-linux-gnu.so.p"])
def test_targets_decide_what_belongs_together(tmp_path: Path, folder: str) -> None:
    first, second = folder.format("one"), folder.format("two")
    path = database(
        tmp_path,
        [
            entry(tmp_path, "b.c", "-DONE", output=f"{first}/b.c.o"),
            entry(tmp_path, "a.c", "-DONE", output=f"{first}/a.c.o"),
            entry(tmp_path, "b.c", "-DTWO", output=f"{second}/b.c.o"),
            entry(tmp_path, "c.c", "-DTWO", output=f"{second}/c.c.o"),
        ],
    )
    one, two = scan.find([tmp_path], compile_commands=path)

    assert [(unit.path.name, unit.arguments) for unit in one.units] == [("a.c", ("-DONE",)), ("b.c", ("-DONE",))]
    assert [(unit.path.name, unit.arguments) for unit in two.units] == [("c.c", ("-DTWO",)), ("b.c", ("-DTWO",))]
    assert (one.name, one.name_is_known) == ("a", False)


def test_source_in_the_database_brings_its_target(tmp_path: Path) -> None:
    path = database(tmp_path, [entry(tmp_path, name, output=f"m.dir/{name}.o") for name in ("a.c", "b.c")])
    (found,) = scan.find([tmp_path / "b.c"], compile_commands=path)

    assert [unit.path.name for unit in found.units] == ["a.c", "b.c"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "can't read the compilation database"),
        ("{", "isn't valid JSON"),
        ("{}", "a JSON list"),
        ("[1]", "entry 1 has no text `file`"),
        ('[{"file": "a.c"}]', "entry 1 has neither `arguments` nor `command`"),
        ('[{"file": "a.c", "command": "cc \'"}]', "entry 1: can't split"),
        ("[]", "has no entry for"),
        ('[{"file": "gone.c", "directory": ".", "command": "cc -c gone.c"}]', "gone.c, which doesn't exist"),
    ],
)
def test_database_that_cannot_be_used(tmp_path: Path, text: str | None, words: str) -> None:
    path = database(tmp_path, [])
    path.unlink() if text is None else path.write_text(text)

    with pytest.raises(UsageError, match=words):
        scan.find([tmp_path], compile_commands=path)
