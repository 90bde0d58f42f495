"""Whether the module works again after Py_FinalizeEx() and Py_InitializeEx() in one process, as embedders call them."""

import os
import subprocess
import sys

_LIFE = """
import os, sys
sys.path[:] = {path!r}
try:
    import importlib
    scope = {{"__name__": "exercise"}}
    exec(compile({source!r}, "exercise.py", "exec"), scope)
    scope["exercise"](importlib.import_module({name!r}))
    answer = "ok"
except BaseException as error:
    answer = type(error).__name__ + ": " + str(error)
from importlib.machinery import EXTENSION_SUFFIXES
files = {{name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}}
imported = [name for name, file in files.items() if str(file).endswith(tuple(EXTENSION_SUFFIXES)) and name != {name!r}]
os.write({descriptor}, (answer.replace("\\n", " ") + "\\t" + " ".join(imported) + "\\n").encode())
"""
# The C library calls what is registered with on_exit() as f(exit status, pointer) when a program ends, and Python's
# own main function is such an f: of a number of arguments, and the arguments.
_AND_ANOTHER = """
import ctypes
arguments = [sys.executable, "-c", {second!r}]
array = (ctypes.c_char_p * 4)(*map(os.fsencode, arguments), None)
ctypes.pythonapi.Py_IncRef(ctypes.py_object(array))
ctypes.CDLL(None).on_exit(ctypes.pythonapi.Py_BytesMain, array)
sys.exit(len(arguments))
"""
ARGUMENTS = 3


def restart(subject):
    """Use it, let the interpreter end, initialise it once more in the same process, and use it again."""
    try:
        import ctypes

        known = hasattr(ctypes.CDLL(None), "on_exit")
    except (ImportError, OSError):
        known = False
    if not known:
        return "this C library has no on_exit(), and that is how the interpreter is started again"
    lives, imported, status = _lives(subject, subject.name, subject.source)
    if lives[:1] != ["ok"]:
        return f"the exercise fails in a program of its own: {'; '.join(lives) or status}"
    # A crash in the end of the second life is one, too.
    is_over = len(lives) > 1 and (lives[1] != "ok" or status == "ended")
    # A module that keeps for ever what it imports doesn't import that again, and is spared this.
    breaking = None if is_over else next((name for name in imported if _breaks(subject, name)), None)
    if breaking is not None:
        return f"{breaking}, which the exercise imports, breaks by itself in a second life"
    return {"second life": lives[1] if is_over else status}


def _breaks(subject, name):
    """Tell whether a module that is only imported crashes in a second life."""
    lives, _, status = _lives(subject, name, "exercise = id")
    return lives[:1] == ["ok"] and (len(lives) < 2 or status != "ended")


def _lives(subject, name, source):
    """Return what each life of the interpreter answered, the extension modules of the first, and how it all ended."""
    reader, writer = os.pipe()
    life = _LIFE.format(path=sys.path, source=source, name=name, descriptor=writer)
    program = [sys.executable, "-c", life + _AND_ANOTHER.format(second=life)]
    process = subprocess.Popen(program, pass_fds=(writer,))
    os.close(writer)
    status = _status(process, max(20, subject.timeout // 2))
    with os.fdopen(reader, errors="replace") as stream:
        answers = [line.rpartition("\t") for line in stream.read().splitlines()]
    return [answer for answer, _, _ in answers], answers[0][2].split() if answers else [], status


def _status(process, timeout):
    try:
        status = process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"timeout {timeout}"
    return "ended" if status == ARGUMENTS else f"crashed {status}" if status < 0 else f"exited {status}"
