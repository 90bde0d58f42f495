"""The cache of results: used only while all is as it was, and never trusted."""

from __future__ import annotations

import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unstatic import pipeline
from unstatic.cache import identity
from unstatic.cache.inputs import Disk, by_folder, present
from unstatic.cache.results import kept, key_of, known
from unstatic.cache.values import decode, encode
from unstatic.cli import main
from unstatic.migration.outcome import Outcome
from unstatic.project.scan import ExtensionInput, Unit
from unstatic.settings import config
from unstatic.system.store import Store

EXTENSIONS = Path(__file__).parent.parent / "corpus" / "extensions"
SOURCE = b"""\
#include "own.h"
static PyTypeObject Box_Type = {PyVarObject_HEAD_INIT(NULL, 0) .tp_name = "m.Box", .tp_basicsize = sizeof(PyObject)};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "m", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_m(void)
{
    PyObject *m = PyModule_Create(&module);
    if (m == NULL || PyType_Ready(&Box_Type) < 0) { return NULL; }
    return m;
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "include").mkdir(parents=True)
    (folder / "include" / "own.h").write_bytes(b"#include <Python.h>\n")
    (folder / "m.c").write_bytes(SOURCE)
    for name in ("pyproject.toml", "MANIFEST.in"):
        (folder / name).write_bytes(b"")
    settle(folder)
    return folder


def settle(folder: Path) -> None:
    """Make all files old: what changes while a run goes on isn't kept."""
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (1, 1))


def extension_of(folder: Path, *arguments: str) -> ExtensionInput:
    unit = Unit(folder / "m.c", (f"-I{folder / 'first'}", f"-I{folder / 'include'}", *arguments), "c")
    return ExtensionInput("m", True, folder, (unit,), ())


class Asked:
    """Asks for the same thing again and again, and counts how often it's worked out."""

    def __init__(self, folder: Path, store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.store, self.times = folder, Store(store), 0
        # A file's time of change can't be set back; here the clock is.
        monkeypatch.setattr("unstatic.cache.inputs._CLOCK", -(10**18))

    def __call__(self, *arguments: str, **settings: object) -> Outcome:
        extension = extension_of(self.folder, *arguments)
        chosen = replace(config.load(self.folder), **settings)  # type: ignore[arg-type]
        key = key_of("run", extension, chosen)
        found = known(self.store, key, Disk())
        if found is None:
            self.times += 1
            found = kept(self.store, key, extension, lambda: pipeline.run(extension, chosen))
        return found


@pytest.fixture
def ask(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(project, tmp_path / "cache", monkeypatch)


def test_the_second_answer_is_the_first(ask: Asked) -> None:
    first = ask()

    assert first == ask()
    assert 1 == ask.times
    assert first.after


@pytest.mark.parametrize("name", ["m.c", "include/own.h", "pyproject.toml", "MANIFEST.in"])
def test_a_changed_file_counts(ask: Asked, name: str) -> None:
    ask()
    path = ask.folder / name
    path.write_bytes(path.read_bytes() + b"\n")
    ask()

    assert 2 == ask.times


@pytest.mark.parametrize(
    ("change", "times"),
    [("static int other(void) { return 1; }\n", 1), ("void *made(void) { return PyInit_m(); }\n", 2)],
    ids=["without the init function's name", "with it"],
)
def test_of_another_source_only_the_name_of_the_init_function_counts(change: str, times: int, ask: Asked) -> None:
    (ask.folder / "other.c").write_text("static int other(void) { return 0; }\n")
    settle(ask.folder)
    ask()
    (ask.folder / "other.c").write_text(change)
    found = ask()

    assert times == ask.times
    assert bool(found.after) is (times == 1)


def test_another_source_that_is_new_counts(ask: Asked) -> None:
    ask()
    (ask.folder / "other.c").write_text("void *made(void) { return PyInit_m(); }\n")

    assert not ask().after


def test_times_of_files_count_for_nothing(ask: Asked) -> None:
    ask()
    os.utime(ask.folder / "m.c", (5, 5))
    ask()

    assert 1 == ask.times


def test_a_header_that_would_be_found_first_counts(ask: Asked) -> None:
    ask()
    (ask.folder / "first").mkdir()
    (ask.folder / "first" / "own.h").write_bytes(b"#include <Python.h>\n")
    ask()

    assert 2 == ask.times


def test_arguments_settings_and_environment_count(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    ask()
    ask("-DX")
    ask("-DX", gc="always")
    monkeypatch.setenv("CPATH", "/nowhere")
    ask("-DX", gc="always")

    assert 4 == ask.times


def test_another_version_of_the_program_counts(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    ask()
    monkeypatch.setattr(identity, "program", lambda: ("another",))
    ask()

    assert 2 == ask.times


@pytest.mark.parametrize("damage", [b"", b"unstatic cache 1\n", b"\0" * 100])
def test_a_damaged_entry_is_made_again(ask: Asked, damage: bytes) -> None:
    first = ask()
    (entry,) = (ask.store.folder / "results").iterdir()
    entry.write_bytes(damage)

    assert first == ask()
    assert first == ask()
    assert 2 == ask.times


def test_a_changed_byte_is_noticed(ask: Asked) -> None:
    ask()
    (entry,) = (ask.store.folder / "results").iterdir()
    data = bytearray(entry.read_bytes())
    data[len(data) // 2] ^= 1
    entry.write_bytes(data)
    ask()

    assert 2 == ask.times


def test_what_changes_meanwhile_is_not_kept(ask: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unstatic.cache.inputs._CLOCK", 10**18)
    ask()

    assert not (ask.store.folder / "results").exists()


def test_a_folder_that_cannot_be_written_is_no_error(ask: Asked) -> None:
    ask.store.folder.write_bytes(b"a file")

    assert ask() == ask()
    assert 2 == ask.times


def test_many_write_the_same_entry(tmp_path: Path) -> None:
    store = Store(tmp_path)
    bodies = [bytes([number]) * 100_000 for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda body: [store.write("key", body) for _ in range(20)], bodies))
        seen = list(pool.map(lambda _: store.read("key"), range(20)))

    assert set(seen) <= set(bodies)
    assert [store.folder / "results" / "key.entry"] == list((store.folder / "results").iterdir())


def test_the_oldest_go_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(4):
        store.write(str(number), b"x" * 1000)
        os.utime(tmp_path / "results" / f"{number}.entry", (number, number))
    store.prune(2500)

    assert ["2.entry", "3.entry"] == sorted(path.name for path in (tmp_path / "results").iterdir())


@pytest.mark.parametrize(
    "value", [{"c": ["os.system", "true"]}, {"e": ["unstatic.text.source.Span", "count"]}, {"x": 1}, {}]
)
def test_only_known_classes_are_made(value: object) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        decode(value)


def test_values_come_back() -> None:
    value = ("a\udcff", b"\xff\0", {Path("x"): b""}, None, True, 3, frozenset({"y"}))

    assert value == decode(encode(value))
    with pytest.raises(TypeError):
        encode(object())


def test_command_line_gives_the_same_twice(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(next(path for path in sorted(EXTENSIONS.iterdir()) if (path / "after.c").is_file()), copy)
    source = str(copy / "module.c")
    outputs = []
    for arguments in (["diff", source], ["diff", source], ["diff", "--no-cache", source]):
        assert 0 == main(arguments)
        found = capfdbinary.readouterr()
        # How far it got is told where it takes long.
        told = [line for line in found.err.splitlines() if not line.endswith(b" s") or b" done, " not in line]
        outputs.append((found.out, told))

    assert outputs[0][0]
    assert outputs[0] == outputs[1] == outputs[2]


def test_info_and_clear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("UNSTATIC_CACHE_DIR", str(tmp_path))
    Store(tmp_path).write("key", b"x" * 1_000_000)

    assert 0 == main(["cache", "info"])
    assert 0 == main(["cache", "clear"])
    assert 0 == main(["cache", "info"])
    assert [
        f"{tmp_path}: 1 result and 0 sets of headers, 1.0 MB",
        f"{tmp_path}: 1 result and 0 sets of headers, 1.0 MB removed",
        f"{tmp_path}: 0 results and 0 sets of headers, 0.0 MB",
    ] == capsys.readouterr().out.splitlines()


NAMES = ("x.h", "X.H", "sub/y.h", "sub/x.h", "../a/x.h", "gone.h", "/x.h", "x.h/y.h")
ODD_NAMES = ("", "sub/", "..", "é.h", "nul\0.h", "x.h.", "x~1.h")


@given(st.sets(st.sampled_from(NAMES + ODD_NAMES)), st.sets(st.sampled_from(("a", "b", "file", "gone", "loop"))))
def test_what_would_be_found_is_what_exists(names: set[str], folders: set[str]) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        base = Path(temporary)
        for name in ("a/x.h", "a/é.h", "a/x~1.h", "b/sub/y.h", "b/X.H", "file"):
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            (base / name).write_bytes(b"")
        (base / "b" / "x.h").symlink_to("gone")
        (base / "loop").symlink_to("loop")
        searched = {str(base / folder) for folder in folders}

        slowly = {path for folder in searched for name in names if os.path.exists(path := os.path.join(folder, name))}

        assert slowly == present(searched, by_folder(names), Disk())
