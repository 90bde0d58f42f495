"""A compilation database tells how sources are compiled."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from unstatic.errors import ParseError, UsageError
from unstatic.project import scan

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


@pytest.mark.parametrize(
    ("program", "arguments", "target"),
    [
        ("x86_64-w64-mingw32-gcc", [], ("--target=x86_64-w64-mingw32",)),
        ("/opt/bin/i686-w64-mingw32-g++-12.exe", [], ("--target=i686-w64-mingw32",)),
        ("clang", ["-target", "aarch64-apple-darwin22"], ("--target=aarch64-apple-darwin22",)),
        ("clang", ["--target=x86_64-pc-windows-msvc"], ("--target=x86_64-pc-windows-msvc",)),
        (f"x86_64-pc-{sys.platform}-gnu-gcc", [], ()),
        ("x86_64-w64-mingw32-strip", [], ()),
    ],
)
def test_compiler_for_another_system(
    tmp_path: Path, program: str, arguments: list[str], target: tuple[str, ...]
) -> None:
    one = entry(tmp_path, "a.c", *arguments)
    path = database(tmp_path, [one | {"arguments": [program, *one["arguments"][1:]]}])
    (found,) = scan.find([tmp_path / "a.c"], compile_commands=path)

    assert found.units[0].arguments == target


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

    with pytest.raises((UsageError, ParseError), match=words):
        scan.find([tmp_path], compile_commands=path)


NINJA = """\
rule c_LINKER
 command = cc $ARGS -o $out $in $LINK_ARGS

build sub/lib$ s.a: STATIC_LINKER sub/libs.a.p/b.c.o
 LINK_ARGS = csrDT
build first.so: c_LINKER first.so.p/a.c.o | sub/lib$ s.a || order
 LINK_ARGS = -shared sub/lib\\ s.a -lm
build second.so: c_LINKER $
    first.so.p/a.c.o second.so.p/c.c.o second.so.p/b.c.o
build all: phony first.so second.so
"""


def test_links_of_a_build_folder_decide(tmp_path: Path) -> None:
    entries = [
        entry(tmp_path / "build", "../a.c", "-DA", output="first.so.p/a.c.o"),
        entry(tmp_path / "build", "../b.c", "-DFIRST", output="sub/libs.a.p/b.c.o"),
        entry(tmp_path / "build", "../b.c", "-DSECOND", output="second.so.p/b.c.o"),
        entry(tmp_path / "build", "../c.c", output="second.so.p/c.c.o"),
    ]
    (tmp_path / "build").mkdir()
    database(tmp_path, []).unlink()
    (tmp_path / "build" / "build.ninja").write_text(NINJA)
    path = tmp_path / "build" / "compile_commands.json"
    path.write_text(json.dumps(entries))
    first, second = scan.find([tmp_path], compile_commands=path)

    assert (first.name, second.name, first.libraries) == ("first", "second", ("m",))
    assert [(unit.path.name, unit.arguments) for unit in first.units] == [("a.c", ("-DA",)), ("b.c", ("-DFIRST",))]
    assert [(unit.path.name, unit.arguments) for unit in second.units] == [
        ("a.c", ("-DA",)),
        ("c.c", ()),
        ("b.c", ("-DSECOND",)),
    ]


def test_links_of_makefiles_of_cmake(tmp_path: Path) -> None:
    folder = tmp_path / "build" / "CMakeFiles" / "m.dir"
    folder.mkdir(parents=True)
    (tmp_path / "build" / "CMakeCache.txt").touch()
    (folder / "link.txt").write_text(
        "/usr/bin/cc -fPIC -shared -o m.so CMakeFiles/m.dir/a.c.o CMakeFiles/m.dir/b.c.o\n"
    )
    path = database(tmp_path, []).rename(tmp_path / "build" / "compile_commands.json")
    line = "/usr/bin/cc -DM -o CMakeFiles/m.dir/{0}.o -c {1}/{0}"
    path.write_text(
        json.dumps(
            [
                {
                    "directory": str(tmp_path / "build"),
                    "command": line.format(name, tmp_path),
                    "file": str(tmp_path / name),
                }
                for name in ("b.c", "a.c")
            ]
        )
    )
    (found,) = scan.find([tmp_path], compile_commands=path)

    assert (found.name, [unit.path.name for unit in found.units]) == ("m", ["a.c", "b.c"])


def test_one_source_in_two_declared_extensions(tmp_path: Path) -> None:
    extensions = "Extension('p.a', ['a.c', 'b.c']), Extension('p.c', ['c.c', 'b.c'])"
    (tmp_path / "setup.py").write_text(f"from setuptools import setup, Extension\nsetup(ext_modules=[{extensions}])\n")
    entries = [
        entry(tmp_path, "a.c", output="one.dir/a.o"),
        entry(tmp_path, "b.c", "-DONE", output="one.dir/b.o"),
        entry(tmp_path, "c.c", output="two.dir/c.o"),
        entry(tmp_path, "b.c", "-DTWO", output="two.dir/b.o"),
    ]
    one, two = scan.find([tmp_path], compile_commands=database(tmp_path, entries))

    assert (one.units[1].arguments, two.units[1].arguments) == (("-DONE",), ("-DTWO",))


def test_response_files_and_relative_folders(tmp_path: Path) -> None:
    (tmp_path / "arguments").write_text("-DX=1 '-DY=a b' -Iinc\n")
    line = {"directory": ".", "file": "a.c", "arguments": ["cc", "@arguments", "@gone", "-c", "a.c"]}
    (found,) = scan.find([tmp_path / "a.c"], compile_commands=database(tmp_path, [line]))

    assert found.units[0].arguments == ("-DX=1", "-DY=a b", f"-I{tmp_path}/inc")


def test_database_of_an_earlier_build_is_found(tmp_path: Path) -> None:
    path = database(tmp_path, [entry(tmp_path, "a.c", "-DA"), entry(tmp_path, "b.c", "-DB")])
    (tmp_path / "build").mkdir()
    path.rename(tmp_path / "build" / path.name)
    (tmp_path / "setup.py").write_text(SETUP)
    (found,) = scan.find([tmp_path])

    assert [unit.arguments for unit in found.units] == [("-DA",), ("-DB",)]
    assert "arguments were read from build/compile_commands.json" in found.notes


@pytest.mark.parametrize("text", ["{", '[{"file": "gone.c", "directory": ".", "command": "cc -c gone.c"}]'])
def test_database_that_is_out_of_date_is_not_used(tmp_path: Path, text: str) -> None:
    database(tmp_path, []).write_text(text)
    (tmp_path / "setup.py").write_text(SETUP)
    (found,) = scan.find([tmp_path])

    assert [unit.path.name for unit in found.units] == ["a.c", "b.c"]
    assert any("compile_commands.json" in note and "wasn't used" in note for note in found.notes)


def test_entries_outside_the_project_are_read_only(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "far.c").write_text("int far;\n")
    path = database(
        tmp_path / "project",
        [
            entry(tmp_path / "project", "a.c", output="m.dir/a.o"),
            entry(tmp_path / "project", "../far.c", output="m.dir/far.o"),
        ],
    )
    (found,) = scan.find([tmp_path / "project"], compile_commands=path)

    assert [unit.path for unit in found.units] == [tmp_path / "project" / "a.c", tmp_path / "far.c"]
    assert found.root == tmp_path / "project"
