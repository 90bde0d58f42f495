"""Where instances come from: the user's file, guesses, and calls recorded while a package's tests run."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest
from harness.compiler import compile_module, has_compiler

from unstatic.errors import UsageError
from unstatic.system.building import interpreters
from unstatic.system.building.interpreters import Interpreter
from unstatic.verify.children import Effort, Subject, observe
from unstatic.verify.exercises import Call, Recipe, Recording, checked, guess, read, record, source

EXTENSIONS = Path(__file__).parents[2] / "corpus" / "extensions"
MODULE = "generic_new_called_directly"

TWICE = Effort(quick=True, plain=("twice",), strict=())
CALLS = Effort(quick=True, plain=("import", "outcomes"), strict=())

FRAGILE = b"""
#include <Python.h>
#include <signal.h>
#include <unistd.h>

static int counter;

static PyObject *crash(PyObject *self, PyObject *unused) { raise(11); Py_RETURN_NONE; }
static PyObject *hang(PyObject *self, PyObject *unused) { for (;;) pause(); Py_RETURN_NONE; }
static PyObject *count(PyObject *self, PyObject *unused) { return PyLong_FromLong(++counter); }
static PyObject *identifier(PyObject *self, PyObject *unused) { return PyLong_FromLong(getpid()); }
static PyObject *twice(PyObject *self, PyObject *number) { return PyNumber_Add(number, number); }

static PyObject *only_text_new(PyTypeObject *type, PyObject *args, PyObject *kw)
{
    const char *text;

    if (PyTuple_Size(args) == 0)
        raise(11);
    if (!PyArg_ParseTuple(args, "s:OnlyText", &text))
        return NULL;
    if (!*text)
        for (;;)
            pause();
    return type->tp_alloc(type, 0);
}

static PyTypeObject OnlyText = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "fragile.OnlyText",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = only_text_new,
};

static PyMethodDef functions[] = {
    {"crash", crash, METH_NOARGS, NULL},
    {"hang", hang, METH_NOARGS, NULL},
    {"count", count, METH_NOARGS, NULL},
    {"identifier", identifier, METH_NOARGS, NULL},
    {"twice", twice, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "fragile", NULL, -1, functions};

PyMODINIT_FUNC PyInit_fragile(void)
{
    PyObject *module;

    if (PyType_Ready(&OnlyText) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    Py_INCREF(&OnlyText);
    PyModule_AddObject(module, "OnlyText", (PyObject *)&OnlyText);
    return module;
}
"""

LOOPING = b"""
#include <Python.h>
#include <signal.h>

static PyTypeObject Steps = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "looping.Steps",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_iter = PyObject_SelfIter,
};

static PyObject *steps(PyObject *self) { return PyObject_New(PyObject, &Steps); }
static PyObject *crash(PyObject *self) { raise(SIGSEGV); return NULL; }

static PyTypeObject Safe = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "looping.Safe",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_iter = steps,
};

static PyTypeObject Unsafe = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "looping.Unsafe",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_iter = crash,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "looping", NULL, -1, NULL};

PyMODINIT_FUNC PyInit_looping(void)
{
    PyObject *module;

    if (PyType_Ready(&Steps) < 0 || PyType_Ready(&Safe) < 0 || PyType_Ready(&Unsafe) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    Py_INCREF(&Safe);
    PyModule_AddObject(module, "Safe", (PyObject *)&Safe);
    Py_INCREF(&Unsafe);
    PyModule_AddObject(module, "Unsafe", (PyObject *)&Unsafe);
    return module;
}
"""

TESTS = """
import unittest

import generic_new_called_directly as ours

LETTERS = "xyz"


class Tests(unittest.TestCase):
    size = 3

    def test_values(self):
        chain = ours.chain(LETTERS)
        self.assertEqual(["z", "y", "x"], chain.keys())
        chain.push(self.size)
        self.assertEqual(["x", "y", "z", 3], chain.reversed().keys())

    def test_constructor(self):
        chain = ours.Chain()
        chain.push(object())
        chain.push(key=1) if False else chain.push("a" * 2)
        self.assertEqual(2, len(chain.keys()))

    def test_refused(self):
        with self.assertRaises(TypeError):
            ours.chain(5)
        self.assertRaises(TypeError, ours.Chain, 1, 2, 3)

    def test_folders(self):
        ours.chain("/etc/passwd")


if __name__ == "__main__":
    unittest.main()
"""


def found(minor: str) -> Interpreter:
    python = interpreters.find(minor)
    if python is None or not has_compiler(python):
        pytest.skip(f"there is no Python {minor} with a compiler")
    return python


@pytest.fixture(params=["3.9", "3.11", "3.12", "3.13"])
def python(request: pytest.FixtureRequest) -> Interpreter:
    return found(request.param)


@pytest.fixture(params=["3.12", "3.13"])
def recorder(request: pytest.FixtureRequest) -> Interpreter:
    return found(request.param)


@pytest.fixture
def package(recorder: Interpreter, tmp_path: Path) -> Path:
    """A folder with a built extension of the corpus and tests of it."""
    folder = built(MODULE, (EXTENSIONS / MODULE / "module.c").read_bytes(), recorder, tmp_path)
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_it.py").write_text(TESTS, encoding="utf-8")
    return folder


def built(module: str, text: bytes, python: Interpreter, cache: Path) -> Path:
    build = compile_module({"module.c": text}, ["module.c"], module, python, cache)
    assert build.compiled, build.log
    return build.folder


def outcomes(python: Interpreter, folder: Path, module: str, exercise: str) -> tuple[list[str], list[str]]:
    """Return the names of the types that the exercise makes, and the outcomes."""
    question = (
        "import importlib, json, sys; scope = {}; exec(sys.stdin.read(), scope)\n"
        f"module = importlib.import_module({module!r})\n"
        "made = [type(one).__name__ for one in scope['exercise'](module)]\n"
        "print(json.dumps([made, scope['outcomes'](module) if 'outcomes' in scope else []]))"
    )
    run = subprocess.run(
        [python.executable, "-c", question], input=exercise, cwd=folder, capture_output=True, text=True, check=True
    )
    made, lines = json.loads(run.stdout)
    return made, lines


def recorded(python: Interpreter, package: Path, command: str, **env: str) -> Recording:
    folder = package.parent
    environment = {**os.environ, "PYTHONPATH": str(package), **env}
    return record(python.executable, MODULE, command, folder / "tests", environment, folder / "log", 60)


def texts(recording: Recording) -> set[str]:
    return {recipe.text for recipe in recording.recipes}


def test_a_file_with_an_exercise_is_used_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def exercise(module):\n    return []  # none\n", encoding="utf-8")

    assert file.read_text(encoding="utf-8") == read(file)


def test_expressions_become_an_exercise(python: Interpreter, tmp_path: Path) -> None:
    text = (EXTENSIONS / MODULE / "module.c").read_bytes()
    file = tmp_path / "mine.py"
    file.write_text(
        f'"""Chains."""\nimport {MODULE}\nletters = "ab"\nChain()\n[chain(letters), module.chain("c").push(1)]\n'
        f"{MODULE}.chain(letters).reversed()\nprint(end='')\n",
        encoding="utf-8",
    )
    folder = built(MODULE, text, python, tmp_path)

    made, _ = outcomes(python, folder, MODULE, read(file))

    assert ["Chain", "Chain", "Entry", "Chain"] == made


def test_an_import_in_the_file_gives_the_copy_that_is_probed(tmp_path: Path) -> None:
    python = found("3.12")
    folder = built(MODULE, (EXTENSIONS / MODULE / "after.c").read_bytes(), python, tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(f"import {MODULE}\n{MODULE}.Chain()\n", encoding="utf-8")

    seen = observe(python.executable, Subject(MODULE, (folder,), read(file)), TWICE).plain["twice"]

    assert isinstance(seen, dict)
    assert isinstance(seen["value"], dict)
    assert {"Chain": True, "Entry": True}.items() >= seen["value"]["distinct types"].items()  # type: ignore[union-attr]
    assert seen["value"]["same labels"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Chain(\n", ":1: '(' was never closed"),
        ("x = 1\n\ndef f(:\n", ":3: invalid syntax"),
        ("x = 1\n", ":1: makes nothing"),
        ('"""Only words."""\n', ":1: makes nothing"),
        ("x = '\0'\n", "mine.py:1"),
        ("# coding: nonsense\n", "mine.py:1: "),
    ],
)
def test_files_without_an_exercise_are_refused(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(UsageError) as caught:
        read(file)

    assert message in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="missing.py: can't read the exercise: No such file"):
        read(tmp_path / "missing.py")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(b"x = '\xff'\n")

    with pytest.raises(UsageError, match="mine.py:1"):
        read(tmp_path / "mine.py")


def test_constructors_are_guessed(python: Interpreter, tmp_path: Path) -> None:
    folder = built(MODULE, (EXTENSIONS / MODULE / "module.c").read_bytes(), python, tmp_path)

    text = guess(python.executable, MODULE, [folder], 60)

    assert "module.Chain()" in text
    assert (["Chain"], []) == outcomes(python, folder, MODULE, text)


def test_guesses_survive_crashes_and_hangs(python: Interpreter, tmp_path: Path) -> None:
    folder = built("fragile", FRAGILE, python, tmp_path)

    text = guess(python.executable, "fragile", [folder], 60)

    assert "module.OnlyText('a')" in text
    assert (["OnlyText"], []) == outcomes(python, folder, "fragile", text)


def test_nothing_is_guessed_for_a_module_that_is_missing(tmp_path: Path) -> None:
    python = found("3.12")

    assert "made.append" not in guess(python.executable, "not_there", [tmp_path], 60)


def test_calls_of_tests_are_recorded(recorder: Interpreter, package: Path) -> None:
    recording = recorded(recorder, package, "python -m unittest")

    assert "" == recording.reason
    assert ("Chain", "Entry") == recording.types
    assert {"Chain()", "Chain(1, 2, 3)", "chain('xyz')", "chain(5)", "chain('xyz').keys()"} <= texts(recording)
    assert "x = chain('xyz'); x.keys(); x.push(3)" in texts(recording)
    assert "Chain().push('aa')" in texts(recording)


def test_arguments_that_are_files_or_objects_are_left_out(recorder: Interpreter, package: Path) -> None:
    recording = recorded(recorder, package, "python -m unittest")

    assert [] == [text for text in texts(recording) if "passwd" in text or "object" in text]


def test_recorded_calls_can_be_repeated(recorder: Interpreter, package: Path) -> None:
    recording = checked(recorded(recorder, package, "python -m unittest"), recorder.executable, [package], 60)

    made, lines = outcomes(recorder, package, MODULE, source(recording))

    assert "" == recording.reason
    assert {"Chain", "Entry"} == set(made)
    assert "chain(5) raised TypeError: 'int' object is not iterable" in lines
    assert "x = chain('xyz'); x.keys(); x.push(3) -> Entry" in lines
    assert "chain('xyz').keys() -> ['z', 'y', 'x']" in lines


def test_the_exercise_passes_the_probes(recorder: Interpreter, package: Path) -> None:
    recording = checked(recorded(recorder, package, "python -m unittest"), recorder.executable, [package], 60)

    subject = Subject(MODULE, (package,), source(recording))
    _, lines = outcomes(recorder, package, MODULE, subject.exercise)

    assert {"import": {"value": "ok"}, "outcomes": {"value": lines}} == observe(
        recorder.executable, subject, CALLS
    ).plain


def test_processes_that_the_tests_start_are_recorded(recorder: Interpreter, package: Path) -> None:
    inner = f"import {MODULE} as m; m.chain(b'inner')"
    (package.parent / "tests" / "inner.py").write_text(inner, encoding="utf-8")
    script = "import subprocess, sys; subprocess.run([sys.executable, 'inner.py'])"

    assert {"chain(b'inner')"} == texts(recorded(recorder, package, f'python -c "{script}"'))


def test_a_process_that_crashes_leaves_what_it_did(recorder: Interpreter, package: Path) -> None:
    text = f"import {MODULE} as m, os\nm.chain('early')\nos.kill(os.getpid(), 9)\n"
    (package.parent / "tests" / "crash.py").write_text(text, encoding="utf-8")

    assert {"chain('early')"} == texts(recorded(recorder, package, "python crash.py"))


def test_another_sitecustomize_still_runs(recorder: Interpreter, package: Path) -> None:
    (package / "sitecustomize.py").write_text("import builtins\nbuiltins.customized = True\n", encoding="utf-8")
    text = f"import {MODULE} as m, sys, sitecustomize\nm.chain('' if customized else 'no')\n"
    text += "assert not any('recording' in entry for entry in sys.path)\nm.chain(0)\n"
    (package.parent / "tests" / "custom.py").write_text(text, encoding="utf-8")

    assert {"chain('')", "chain(0)"} == texts(recorded(recorder, package, "python custom.py"))


def test_objects_die_as_they_do_without_the_recorder(recorder: Interpreter, package: Path) -> None:
    text = f"""
import {MODULE} as m, weakref

class Word(str):
    pass

def test():
    word, letters = Word("ab"), "xyz"
    gone = weakref.ref(word)
    m.chain(letters).push(letters)
    del word
    return gone() is None

assert test()
m.chain(b"done")
"""
    (package.parent / "tests" / "die.py").write_text(text, encoding="utf-8")

    assert "chain(b'done')" in texts(recorded(recorder, package, "python die.py"))


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("true", "the command started no Python that reads PYTHONPATH"),
        ("python -I -c 'import sys'; exit 3", "no Python that reads PYTHONPATH; the command ended with status 3"),
        ("python -c pass", f"the command did not import {MODULE}"),
        (f"python -c 'import {MODULE}'", f"no call of {MODULE} had arguments that can be written down"),
    ],
)
def test_an_empty_recording_tells_why(command: str, reason: str, package: Path, recorder: Interpreter) -> None:
    recording = recorded(recorder, package, command)

    assert () == recording.recipes
    assert reason in recording.reason


def test_a_command_that_hangs_is_ended(package: Path, recorder: Interpreter) -> None:
    start = time.monotonic()

    (package / "hang.py").write_text(f"import {MODULE} as m\nm.chain('quick')\nwhile True: pass\n", encoding="utf-8")
    command = "python hang.py"
    recording = record(
        recorder.executable,
        MODULE,
        command,
        package,
        {**os.environ, "PYTHONPATH": str(package)},
        package.parent / "log",
        3,
    )

    assert {"chain('quick')"} == texts(recording)
    assert time.monotonic() - start < 30


def test_older_interpreters_record_nothing(tmp_path: Path) -> None:
    python = found("3.11")

    recording = record(python.executable, MODULE, "true", tmp_path, os.environ, tmp_path / "log", 60)

    assert Recording(MODULE, reason=recording.reason) == recording
    assert "needs Python 3.12 or newer, and this is 3.11" in recording.reason


def test_recipes_that_cannot_be_repeated_are_dropped(python: Interpreter, tmp_path: Path) -> None:
    folder = built("fragile", FRAGILE, python, tmp_path)
    names = ("crash", "hang", "identifier")
    calls = [Call(name, "") for name in names] + [Call("twice", "21"), Call("missing", "")]
    recording = Recording("fragile", tuple(Recipe("", (), (), call) for call in calls))

    kept = checked(recording, python.executable, [folder], 60)

    assert {"twice(21)", "missing()"} == texts(kept)
    assert (
        [],
        ["missing() raised AttributeError: module 'fragile' has no attribute 'missing'", "twice(21) -> 42"],
    ) == (outcomes(python, folder, "fragile", source(kept)))


def test_a_module_that_is_missing_leaves_no_recipes(tmp_path: Path) -> None:
    recording = Recording("not_there", (Recipe("", (), (), Call("f", "")),))

    kept = checked(recording, found("3.12").executable, [tmp_path], 60)

    assert Recording("not_there", reason="no recorded call could be repeated") == kept


def test_a_way_that_gives_another_type_is_replaced(recorder: Interpreter, package: Path) -> None:
    wrong = Recipe("Entry", (Call("chain", "'a'"),), (), Call("__repr__", ""))
    right = Recipe("Chain", (Call("Chain", ""),), (), Call("push", "1"))
    constructor = Recipe("", (), (), Call("Chain", ""))
    recording = Recording(MODULE, (wrong, right, constructor))

    kept = checked(recording, recorder.executable, [package], 60)

    assert {"Chain().push(1)", "Chain().push(1).__repr__()", "Chain()"} == texts(kept)


def test_iterators_are_added_where_that_is_safe(recorder: Interpreter, tmp_path: Path) -> None:
    folder = built("looping", LOOPING, recorder, tmp_path)
    calls = [Recipe("", (), (), Call(name, "")) for name in ("Safe", "Unsafe")]

    kept = checked(Recording("looping", tuple(calls)), recorder.executable, [folder], 60)

    assert {"Safe()", "Unsafe()", "Safe().__iter__()"} == texts(kept)
    assert ["Safe", "Unsafe", "Steps"] == outcomes(recorder, folder, "looping", source(kept))[0]


def test_objects_whose_type_was_never_readied_do_no_harm(recorder: Interpreter, tmp_path: Path) -> None:
    name = "type_never_readied"
    folder = built(name, (EXTENSIONS / name / "module.c").read_bytes(), recorder, tmp_path)
    text = f"""
import {name} as m

def test():
    number = 7
    iterator = iter(m.Countdown(number))
    try:
        m.Countdown(number, iterator)
    except TypeError:
        return m.Countdown(number + 1)

test()
print("survived")
"""
    (folder / "loops.py").write_text(text, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(folder)}

    found = record(recorder.executable, name, "python loops.py", folder, environment, tmp_path / "log", 60)
    kept = checked(found, recorder.executable, [folder], 60)

    assert "survived" in (tmp_path / "log").read_text(encoding="utf-8")
    assert {"Countdown(7)"} == texts(found) == texts(kept)
    assert "iter" not in guess(recorder.executable, name, [folder], 60)
