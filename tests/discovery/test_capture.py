"""`--capture` learns from one build in a private copy how sources are compiled and what is linked together."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from unstatic.project.capture import search_lists
from unstatic.project.capture.search_lists import search_arguments
from unstatic.project.discovery.driver import Compilation
from unstatic.system.building import interpreters

PYTHON = interpreters.at(Path(sys.executable))
pytestmark = [
    pytest.mark.skipif(PYTHON is None, reason="this Python has no headers"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler"),
]

MODULE = """\
#include <Python.h>
{head}
static PyTypeObject Box_Type = {{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "{name}.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
}};

static struct PyModuleDef def = {{PyModuleDef_HEAD_INIT, "{name}", NULL, -1, NULL}};

PyMODINIT_FUNC
PyInit_{name}(void)
{{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (PyType_Ready(&Box_Type) < 0 || PyModule_AddObjectRef(m, "Box", (PyObject *)&Box_Type) < 0) {{
        Py_DECREF(m);
        return NULL;
    }}
    return m;
}}
"""
CC = 'cc -fPIC $(python3 -c \'import sysconfig; print("-I" + sysconfig.get_path("include"))\')'


def unstatic(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command in *folder*, with temporary files in a folder beside it that must be empty afterwards."""
    temporary = folder.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "unstatic", *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert [] == [one.name for one in temporary.iterdir() if one.suffix != ".log"]
    return done


def scanned(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """Return the extensions that a captured build shows."""
    done = unstatic(folder, "scan", "--capture", "--format", "json", *arguments, ".")
    assert 0 == done.returncode, done.stderr
    extensions: list[dict[str, Any]] = json.loads(done.stdout)["extensions"]
    return extensions


def everything(folder: Path) -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    return root


def module(path: Path, name: str, head: str = "") -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(MODULE.format(name=name, head=head))


def test_plain_make_with_a_header_that_it_makes(project: Path) -> None:
    module(project / "src" / "box.c", "box", '#include "made.h"\n#include <sub/more.h>\nint size = MADE + MORE + FLAG;')
    (project / "Makefile").write_text(
        "box.so: src/made.h\n"
        f"\t{CC.replace('$', '$$')} -DFLAG=1 -Igen -c src/box.c -o box.o\n"
        "\tcc -shared box.o -o $@\n"
        "src/made.h:\n"
        "\tmkdir -p gen/sub; echo '#define MADE 1' > $@; echo '#define MORE 1' > gen/sub/more.h\n"
    )
    before = everything(project)
    (found,) = scanned(project)

    assert ("box", "migrated", ["src/box.c"]) == (found["name"], found["outcome"], found["files"])
    assert before == everything(project)
    assert 0 == unstatic(project, "migrate", "--capture", "--write", "--force", ".").returncode
    assert {str(project / "src" / "box.c")} == {
        name for name, data in everything(project).items() if data != before[name]
    }


CXX_BUILD = """\
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext


class Build(build_ext):
    def run(self):
        with open("made.h", "w") as file:
            file.write("#define MADE 1\\n")
        super().run()


setup(name="box", version="1", cmdclass={"build_ext": Build}, ext_modules=[Extension("box", ["box.cpp"])])
"""
CXX_HEAD = """\
#include "made.h"
#include <cstdlib>
#include <vector>
static std::vector<int> sizes(MADE);"""


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
def test_a_module_in_cpp_with_a_header_that_the_build_makes(project: Path) -> None:
    module(project / "box.cpp", "box", CXX_HEAD)
    (project / "setup.py").write_text(CXX_BUILD)
    build = "{py} setup.py build_ext --inplace"
    done = unstatic(project, "diff", "--capture", "--capture-build", build, ".")

    assert 0 == done.returncode, done.stderr
    assert "box: migrated" in done.stderr
    assert "can't be read" not in done.stderr


def test_the_compiler_that_was_recorded_is_asked_for_its_folders(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    compiler = tmp_path / "cc"
    answer = "#include <...> search starts here:\\n /usr/lib/gcc/x/12/include\\n own\\nEnd of search list.\\n"
    compiler.write_text(f'#!/bin/sh\necho "$@" > asked; printf "{answer}" >&2\n')
    compiler.chmod(0o755)
    given = ("-Ix", "-O2", "--sysroot", "/root", "-std=c99", "-m32", "-DX")
    one = Compilation(tmp_path / "x.c", tmp_path / "x.o", given, tmp_path, False, str(compiler))

    assert ("-nostdlibinc", "-idirafter", str(tmp_path / "own")) == search_arguments(one)
    assert "--sysroot /root -std=c99 -m32 -x c -E -v /dev/null\n" == (tmp_path / "asked").read_text()


@pytest.mark.parametrize("script", ["exit 1", "echo nothing >&2", "sleep 60", "kill -9 $$"])
def test_a_compiler_that_does_not_answer(tmp_path: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_lists, "_TIMEOUT", 0.5)
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\nexec sh -c '{script}'\n")
    compiler.chmod(0o755)
    one = Compilation(tmp_path / "x.c", tmp_path / "x.o", (), tmp_path, False, str(compiler))

    assert () == search_arguments(one)


def test_where_the_build_can_not_be_read_the_build_files_are(project: Path) -> None:
    module(project / "box.c", "box", "#ifdef BUILT\n#include <hidden.h>\n#endif")
    script = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('box', ['box.c'])])\n"
    (project / "setup.py").write_text(script)
    for folder in ("folder", "other"):
        (project / folder).mkdir()
        (project / folder / "hidden.h").touch()
    # The compiler finds the header through a variable that the parser doesn't have.
    build = f"export C_INCLUDE_PATH=$PWD/folder; {CC} -DBUILT -c box.c -o box.o && cc -shared box.o -o box.so"
    done = unstatic(project, "scan", "--capture", "--capture-build", build, ".")

    assert 0 == done.returncode, done.stderr
    assert "what the build told can't be read, so the build files were" in done.stdout


def test_without_it_the_header_is_missing(project: Path) -> None:
    module(project / "box.c", "box", '#include "made.h"')
    done = unstatic(project, "diff", ".")

    assert 4 == done.returncode
    assert "header made.h not found" in done.stderr
    assert "--capture" in done.stderr


def test_archives_and_shared_sources(project: Path) -> None:
    for name in ("one", "two"):
        module(project / f"{name}.c", name, "int shared(void);")
    (project / "shared.c").write_text("int shared(void) { return WHICH; }\n")
    build = " && ".join(
        f"{CC} -DWHICH={index} -c shared.c -o s{index}.o && ar rcs lib{name}.a s{index}.o"
        f" && {CC} -shared {name}.c -L. -l{name} -lm -o {name}.so"
        for index, name in enumerate(("one", "two"))
    )
    one, two = scanned(project, "--capture-build", build)

    assert ["one.c", "shared.c"] == one["files"]
    assert ["two.c", "shared.c"] == two["files"]


def test_what_the_build_makes_is_read_and_left_alone(project: Path) -> None:
    module(project / "box.c", "box", "extern PyTypeObject Box_Type; PyTypeObject *box(void);".replace("extern ", ""))
    text = (project / "box.c").read_text().replace("static PyTypeObject Box", "PyTypeObject Box")
    (project / "box.c").write_text(text)
    (project / "made.py").write_text(
        "print('#include <Python.h>\\nextern PyTypeObject Box_Type;\\nPyTypeObject *box(void) { return &Box_Type; }')"
    )
    build = f"python3 made.py > made.c && {CC} -shared box.c made.c -o box.so"
    (found,) = scanned(project, "--capture-build", build)

    assert ["refused"] == [one["outcome"] for one in found["types"]]
    assert ["foreign-file"] == [one["rule"] for one in found["types"]]
    assert ["made by the build, so read but never edited: made.c"] == [
        note for note in found["notes"] if "made by" in note
    ]


def test_copied_sources_are_the_projects_own(project: Path) -> None:
    module(project / "src" / "box.c", "box", '#include "box.h"\nint size = SIZE;')
    (project / "src" / "box.h").write_text("#define SIZE 1\n")
    build = f"mkdir out && cp src/* out && {CC} -shared out/box.c -o box.so"
    (found,) = scanned(project, "--capture-build", build)

    assert (["src/box.c"], "migrated") == (found["files"], found["outcome"])


def test_a_source_that_the_build_changes_is_left_alone(project: Path) -> None:
    module(project / "box.c", "box")
    build = f"echo 'int more;' >> box.c && {CC} -shared box.c -o box.so"
    done = unstatic(project, "scan", "--capture", "--capture-build", build, ".")

    assert 2 == done.returncode
    assert "box: the build makes or changes box.c, which defines the module" in done.stderr


BACKEND = """
import pathlib, subprocess, sys, sysconfig, zipfile

def build_wheel(folder, config_settings=None, metadata_directory=None):
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    include = "-I" + sysconfig.get_path("include")
    for number, name in enumerate(("one", "two")):
        arguments = ["-fPIC", "-shared", include, f"-DNUMBER={number}", "-DNDEBUG", f"{name}.c"]
        pathlib.Path("@args").write_text(" ".join(arguments[:4]))
        subprocess.run(["cc", "@@args", *arguments[4:], "-o", name + suffix], check=True)
    wheel = "boxes-1-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(folder, wheel), "w") as archive:
        for name in ("one", "two"):
            archive.write(name + suffix, f"boxes/{name}{suffix}")
        archive.writestr("boxes/rust.abi3.so", b"")
        archive.writestr("boxes-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: boxes\\nVersion: 1\\n")
        archive.writestr("boxes-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: false\\nTag: any\\n")
        archive.writestr("boxes-1.dist-info/RECORD", "")
    return wheel
"""


def test_build_backend_of_the_project(project: Path) -> None:
    for name in ("one", "two"):
        module(project / f"{name}.c", name, "int number = NUMBER;")
    (project / "backend.py").write_text(BACKEND)
    (project / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        '[project]\nname = "boxes"\nversion = "1"\n'
    )
    one, two = scanned(project)

    assert ("boxes.one", "boxes.two") == (one["name"], two["name"])
    assert (["one.c"], ["two.c"]) == (one["files"], two["files"])
    assert any("boxes.rust isn't linked from C or C++" in note for note in one["notes"])


def test_build_that_fails(project: Path) -> None:
    module(project / "box.c", "box")
    (project / "Makefile").write_text("all:\n\t@echo the last words; exit 3\n")
    before = everything(project)
    for command in (["scan"], ["diff"], ["migrate", "--write", "--force"]):
        done = unstatic(project, *command, "--capture", ".")

        assert (4, "") == (done.returncode, done.stdout)
        assert "its build ended with 2" in done.stderr
        assert "  the last words" in done.stderr
        log = Path(done.stderr.rstrip().rpartition("the whole log: ")[2])
        assert "the last words" in log.read_text()
    assert before == everything(project)


def test_build_that_takes_too_long(project: Path) -> None:
    module(project / "box.c", "box")
    done = unstatic(
        project, "scan", "--capture", "--capture-build", "sleep 600 & sleep 600", "--capture-timeout", "1", "."
    )

    assert 4 == done.returncode
    assert "took longer than 1 s" in done.stderr


def test_ctrl_c_ends_the_build(project: Path) -> None:
    module(project / "box.c", "box")
    ready, temporary = project.parent / "ready", project.parent / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "unstatic", "scan", "--capture", "--capture-build", f"touch {ready}; sleep 4242", "."],
        cwd=project,
        env=os.environ | {"TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while not ready.exists() and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)

    assert 130 == process.returncode, errors
    assert [] == list(temporary.iterdir())


def test_nothing_says_how_to_build(project: Path) -> None:
    module(project / "box.c", "box")
    done = unstatic(project, "scan", "--capture", ".")

    assert 2 == done.returncode
    assert "pass --capture-build CMD" in done.stderr


def test_build_without_an_extension(project: Path) -> None:
    (project / "Makefile").write_text("all:\n\ttrue\n")
    done = unstatic(project, "scan", "--capture", ".")

    assert 2 == done.returncode
    assert "no extension module" in done.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--build-python", "3.99"], "--build-python: 3.99 isn't a CPython here"),
        (["--build-python", "/bin/true"], "--build-python: /bin/true isn't a CPython here"),
        (["--compile-commands", "Makefile"], "give one of them"),
    ],
)
def test_options_that_cannot_be_used(project: Path, options: list[str], words: str) -> None:
    (project / "Makefile").write_text("all:\n\ttrue\n")
    done = unstatic(project, "scan", "--capture", *options, ".")

    assert 2 == done.returncode
    assert words in done.stderr


def test_a_project_cannot_ask_for_it(project: Path) -> None:
    module(project / "box.c", "box")
    (project / "pyproject.toml").write_text("[tool.unstatic]\ncapture = true\n")
    done = unstatic(project, "scan", ".")

    assert 2 == done.returncode
    assert "only the command line can ask for it" in done.stderr
