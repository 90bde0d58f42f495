"""Paths become extension modules with their sources and compiler arguments."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from unstatic.errors import ParseError, UsageError
from unstatic.project import scan
from unstatic.settings import config

INIT = b"#include <Python.h>\nPyMODINIT_FUNC PyInit_%s(void) { return 0; }\n"


def write(root: Path, files: dict[str, bytes | str]) -> Path:
    """Write *files* below *root* and return *root*."""
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data.encode() if isinstance(data, str) else data)
    return root


def setup(*extensions: str) -> str:
    """Return a setup.py with these `Extension(...)` arguments."""
    listed = ", ".join(f"Extension({one})" for one in extensions)
    return f"from setuptools import setup, Extension\nsetup(ext_modules=[{listed}])\n"


def test_project_folder(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'p.e', ['e.c', 'x.cpp'], define_macros=[('A', '1')]"), "e.c": "", "x.cpp": ""})
    (found,) = scan.find([tmp_path])

    assert found == scan.ExtensionInput(
        "p.e",
        True,
        tmp_path,
        (scan.Unit(tmp_path / "e.c", ("-DA=1",), "c"), scan.Unit(tmp_path / "x.cpp", ("-DA=1",), "c++")),
        (),
    )


def test_extra_arguments(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'e', ['e.c'], include_dirs=['own']"), "e.c": ""})
    (found,) = scan.find([tmp_path], include=("/opt/inc",), define=("B=2", "C"))

    assert found.units[0].arguments == (f"-I{tmp_path}/own", "-DB=2", "-DC", "-I/opt/inc")


def test_file_of_a_project_brings_its_whole_extension(tmp_path: Path) -> None:
    files = {"src/e.c": "", "src/x.c": "", "src/other.c": ""}
    write(tmp_path, {"setup.py": setup("'e', ['src/e.c', 'src/x.c']", "'o', ['src/other.c']"), **files})
    (found,) = scan.find([tmp_path / "src" / "x.c"])

    assert (found.name, [unit.path.name for unit in found.units]) == ("e", ["e.c", "x.c"])


def test_file_that_another_source_includes(tmp_path: Path) -> None:
    files = {"src/e.c": '#include "deep/mid.h"\n', "inc/deep/mid.h": '#include "part.c"\n', "inc/deep/part.c": ""}
    write(tmp_path, {"setup.py": setup("'p.e', ['src/e.c'], include_dirs=['inc']"), **files})
    (found,) = scan.find([tmp_path / "inc" / "deep" / "part.c"])

    assert (found.name, found.name_is_known) == ("p.e", True)
    assert found.notes == ("part.c is included by another source of this extension",)


def test_file_without_a_project(tmp_path: Path) -> None:
    write(tmp_path, {"lonely.c": INIT % b"_lonely"})
    (found,) = scan.find([tmp_path / "lonely.c"])

    assert (found.name, found.name_is_known, found.root) == ("_lonely", False, tmp_path)
    assert found.notes == ("no build file lists this source: it was taken as an extension of its own",)


def test_file_without_an_init_function_is_named_by_its_stem(tmp_path: Path) -> None:
    write(tmp_path, {"part.c": "int x;\n"})

    assert scan.find([tmp_path / "part.c"])[0].name == "part"


def test_root_of_a_file_is_the_nearest_project(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "", "a/b/x.c": INIT % b"x", "a/b/c/d/e/far.c": INIT % b"far"})

    assert scan.find([tmp_path / "a" / "b" / "x.c"])[0].root == tmp_path
    assert scan.find([tmp_path / "a/b/c/d/e/far.c"])[0].root == tmp_path / "a/b/c/d/e"


def test_build_file_of_a_folder_of_a_project_makes_no_project(tmp_path: Path) -> None:
    build = "# The module.\nproject('x', 'c')\nsubdir('src')\n"
    write(
        tmp_path, {"meson.build": build, "src/meson.build": "py.extension_module('x', 'x.c')\n", "src/x.c": INIT % b"x"}
    )

    assert scan.find([tmp_path / "src" / "x.c"])[0].root == tmp_path
    assert config.project_root(tmp_path / "src" / "x.c") == tmp_path.resolve()


def test_folder_without_build_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "src/one.c": INIT % b"one" + b'#include "part.c"\n#include "lib/deep.h"\n',
            "src/part.c": "#include <Python.h>\n",
            "src/more.c": "#include <Python.h>\n",
            "src/tool.c": "#include <Python.h>\nint main(void) { return 0; }\n",
            "src/old.c": '#include <Python.h>\nvoid initold(void) { Py_InitModule("old", methods); }\n',
            "src/plain.c": "int x;\n",
            "include/lib/deep.h": "",
            "two.c": INIT % b"two",
            "build/three.c": INIT % b"three",
            ".venv/four.c": INIT % b"four",
        },
    )
    one, two = sorted(scan.find([tmp_path]), key=lambda found: found.name)

    assert [unit.path.name for unit in one.units] == ["one.c", "more.c"]
    assert one.units[0].arguments == ("-idirafter", f"{tmp_path}/include")
    assert one.notes == (
        "no build file declares this extension: sources that define a module were looked for",
        "include directories guessed from what is included: include",
        "sources beside it taken along: more.c",
    )
    assert (two.name, two.name_is_known) == ("two", False)


def test_an_extension_without_a_readable_list_beside_one_that_has_it(tmp_path: Path) -> None:
    script = "from setuptools import setup, Extension\nimport made\n"
    script += "setup(ext_modules=[Extension('box.a', ['a/a.c']), Extension('box._b', **made.keywords())])\n"
    write(tmp_path, {"setup.py": script, "a/a.c": INIT % b"a", "b/b.c": INIT % b"_b", "c/c.c": INIT % b"c"})

    first, second = sorted(scan.find([tmp_path]), key=lambda found: found.name)

    assert (first.name, [unit.path.name for unit in first.units]) == ("box._b", ["b.c"])
    assert first.notes[0].startswith("its sources are computed in a way that can't be read")
    assert (second.name, [unit.path.name for unit in second.units]) == ("box.a", ["a.c"])
    assert not any("_b" in note for note in second.notes)


def test_the_limited_api_that_the_build_names(tmp_path: Path) -> None:
    build = 'add("-O2", define_macros=[("Py_LIMITED_API", "0x030B0000")])\n# Py_LIMITED_API=0x030A0000\n'
    typed = INIT % b"typed" + b"PyTypeObject Box = {PyVarObject_HEAD_INIT(NULL, 0)};\n"
    write(
        tmp_path,
        {
            "plain/plain.c": INIT % b"plain",
            "typed/typed.c": typed,
            "tools/build.py": build,
            "tests/test_api.py": build.replace("A", "9"),
        },
    )

    plain, full = sorted(scan.find([tmp_path]), key=lambda found: found.name)

    assert plain.units[0].arguments == ("-DPy_LIMITED_API=0x030A0000",)
    note = "tools/build.py names the limited API 0x030A0000: it was taken to be built for that"
    assert note in plain.notes
    assert full.units[0].arguments == ()


def test_folder_of_a_project(tmp_path: Path) -> None:
    files = {"a/x.c": "", "b/y.c": ""}
    write(tmp_path, {"setup.py": setup("'x', ['a/x.c']", "'y', ['b/y.c']"), **files})

    assert [found.name for found in scan.find([tmp_path / "b"])] == ["y"]


def test_the_same_extension_is_found_once(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'e', ['e.c']"), "e.c": ""})

    assert len(scan.find([tmp_path, tmp_path / "e.c"])) == 1


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"p/setup.py": setup("'e', ['e.c']"), "p/e.c": ""})
    monkeypatch.chdir(tmp_path)
    (found,) = scan.find([Path("p/../p")], include=("inc",))

    assert found.root == tmp_path / "p"
    assert found.units[0].arguments == (f"-I{tmp_path}/inc",)


def test_extension_in_another_language_is_a_note(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'c', ['c.pyx']", "'e', ['e.c']"), "c.pyx": "", "e.c": ""})
    (found,) = scan.find([tmp_path])

    assert [note.partition(":")[0] for note in found.notes] == ["c is generated by Cython"]


def test_nothing_but_other_languages(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'c', ['c.pyx']"), "c.pyx": ""})

    with pytest.raises(UsageError, match="c is generated by Cython"):
        scan.find([tmp_path])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no-such-thing", "doesn't exist"),
        ("p-1.tar.gz", "unpack it"),
        ("p-1.zip", "unpack it"),
        ("x.h", "is a header"),
        ("x.py", "neither a C nor a C"),
        ("empty", "no extension module"),
        ("pipe", "neither a file nor a folder"),
    ],
)
def test_paths_that_cannot_be_used(tmp_path: Path, name: str, words: str) -> None:
    write(tmp_path, {"p-1.tar.gz": "", "p-1.zip": "", "x.h": "", "x.py": "", "empty/readme": ""})
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(UsageError, match=words):
        scan.find([tmp_path / name])


def test_link_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop.c").symlink_to("loop.c")

    with pytest.raises(ParseError, match="can't be read"):
        scan.find([tmp_path / "loop.c"])


@pytest.mark.parametrize(
    ("data", "program"),
    [
        (b"/* Generated by Cython 3.0.10 */\n", "Cython"),
        (b"/* This file was automatically generated by SWIG (https://www.swig.org). */\n", "SWIG"),
        (b"/* Written by hand, to replace a SWIG-generated file. */\n", None),
        (b"/* File: x.c\n * This file is auto-generated with f2py (version:2). */\n", "f2py"),
        (b"#define _CFFI_\n", "cffi"),
        (b'#include "init.c"\n#include "CPy.h"\n', "mypyc"),
        (b"/*[clinic input]\nmodule x\n[clinic start generated code]*/\n", None),
        (b"x" * 5000 + b"Generated by Cython", None),
        (b"", None),
    ],
)
def test_generated_by(data: bytes, program: str | None) -> None:
    assert scan.generated_by(data) == program


def test_libraries_of_the_build_file(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'e', ['e.c'], libraries=['acl', 'm']"), "e.c": ""})
    (found,) = scan.find([tmp_path])

    assert (found.libraries, found.notes) == (("acl", "m"), ())


def test_database_keeps_the_libraries_of_the_build_file(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": setup("'e', ['e.c'], libraries=['acl']"), "e.c": ""})
    line = {"directory": str(tmp_path), "file": "e.c", "arguments": ["cc", "-c", "e.c", "-lnot_a_link"]}
    write(tmp_path, {"compile_commands.json": json.dumps([line])})
    (found,) = scan.find([tmp_path], compile_commands=tmp_path / "compile_commands.json")

    assert found.libraries == ("acl",)
