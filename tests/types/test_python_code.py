"""What the project's code makes of the names of types decides what a name without a dot becomes (G36)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from harness.compiler import compile_module, has_compiler

from unstatic import pipeline
from unstatic.settings import config
from unstatic.system.building import interpreters

MODULE = Path(__file__).parents[2] / "corpus" / "extensions" / "type_name_without_dot" / "module.c"
NAME = "type_name_without_dot"


def migrated(folder: Path, text: str, changed: tuple[bytes, bytes] = (b"", b"")) -> bytes:
    (folder / "setup.py").write_text("", encoding="utf-8")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(text, encoding="utf-8")
    (folder / "module.c").write_bytes(MODULE.read_bytes().replace(*changed, 1))
    settings = config.load(folder, {"min-python": "3.9"})
    (extension,) = pipeline.load([folder / "module.c"], settings)
    return pipeline.run(extension, settings).after[Path("module.c")]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("import m\nSKIP = m.Thing.__module__ == 'builtins'\n", b'"builtins.'),
        ("import m\nif 'builtins' != m.Thing.__module__:\n    pass\n", b'"builtins.'),
        ("# m.Thing.__module__ == 'builtins'\n", b'"type_name_without_dot.'),
        ("import m\nprint(m.Thing.__module__, 'builtins')\n", b'"type_name_without_dot.'),
        ("m.Thing.__module__ == 'builtins' and (\n", b'"type_name_without_dot.'),
    ],
)
def test_a_comparison_decides(text: str, prefix: bytes, tmp_path: Path) -> None:
    after = migrated(tmp_path, text)

    (line,) = [line for line in after.splitlines() if b".name =" in line]
    assert prefix in line


def test_another_module_is_told(tmp_path: Path) -> None:
    shutil.copy(MODULE, tmp_path)
    (extension,) = pipeline.load([tmp_path / MODULE.name], config.Settings())
    report = pipeline.scan(extension, config.Settings())

    assert f"__module__ becomes {NAME} instead of builtins, and repr and messages show it, of Watch" in report.notes


@pytest.mark.parametrize(
    ("text", "code", "is_kept"),
    [
        ("", b"Py_RETURN_NONE;", False),
        ("__all__ = ['Watch', 'other']\n", b"Py_RETURN_NONE;", False),
        ("MESSAGE = \"'Watch' object is not iterable\"\n", b"Py_RETURN_NONE;", True),
        ("ASKED = r\"unsupported .* 'int' and 'Watch'\"\n", b"Py_RETURN_NONE;", True),
        ("assert repr(watch).startswith('<Watch object')\n", b"Py_RETURN_NONE;", True),
        ("", b"return PyUnicode_FromString(Py_TYPE(self)->tp_name);", True),
        ("", b'return PyUnicode_FromFormat("<%s at %p>", Py_TYPE(self)->tp_name, self);', False),
        ("assert repr(watch).startswith('<Watch at ')\n", b"Py_RETURN_NONE;", True),
        ("assert repr(watch) == 'Watch(hours=1)'\n", b"Py_RETURN_NONE;", True),
        ("assert m.Watch.__module__ == 'builtins'\n", b"Py_RETURN_NONE;", False),
        ("", b'return PyErr_Format(PyExc_TypeError, "no %s", Py_TYPE(self)->tp_name);', False),
        ("", b"if (Py_TYPE(self)->tp_name == NULL) return NULL; Py_RETURN_NONE;", False),
    ],
)
def test_a_name_stays_where_it_is_read(text: str, code: bytes, is_kept: bool, tmp_path: Path) -> None:
    after = migrated(tmp_path, text, (b"Py_RETURN_NONE;", code))

    assert is_kept == (b'->tp_name = "Watch";' in after)


def test_the_type_is_called_what_it_was(tmp_path: Path) -> None:
    python = next((one for minor in ("3.12", "3.11", "3.10") if (one := interpreters.find(minor))), None)
    if python is None or not has_compiler(python):
        pytest.skip("no interpreter with a compiler here")
    after = migrated(tmp_path, "import m\nSKIP = m.Thing.__module__ == 'builtins'\n")
    show = (
        f"import {NAME} as m\n"
        "kinds = [kind for kind in vars(m).values() if isinstance(kind, type)]\n"
        "print([(kind.__module__, kind.__name__, kind.__qualname__) for kind in kinds])\n"
    )
    told = []
    for version, text in (("before", MODULE.read_bytes()), ("after", after)):
        build = compile_module({f"{NAME}.c": text}, [f"{NAME}.c"], NAME, python, tmp_path / version)
        assert build.compiled, build.log
        command = [str(python.executable), "-W", "error", "-c", show]
        done = subprocess.run(command, cwd=build.folder, capture_output=True, text=True, check=True)
        told.append(done.stdout)

    assert "('builtins', " in told[0]
    assert told[0] == told[1]
