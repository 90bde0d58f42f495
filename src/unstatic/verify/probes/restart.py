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
os.write({descriptor}, (answer.replace("\\n", " ") + "\\n").encode())
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
    lives, status = _lives(subject)
    if lives[:1] != ["ok"]:
        return f"the exercise fails in a program of its own: {'; '.join(lives) or status}"
    if len(lives) < 2:
        return {"second life": status}
    # A crash in the end of the second life is one, too.
    return {"second life": lives[1] if lives[1] != "ok" or status == "ended" else status}


def _lives(subject):
    """Return what each life of the interpreter answered, and how the process ended."""
    reader, writer = os.pipe()
    life = _LIFE.format(path=sys.path, source=subject.source, name=subject.name, descriptor=writer)
    program = [sys.executable, "-c", life + _AND_ANOTHER.format(second=life)]
    process = subprocess.Popen(program, pass_fds=(writer,))
    os.close(writer)
    status = _status(process, max(20, subject.timeout // 2))
    with os.fdopen(reader, errors="replace") as stream:
        return stream.read().splitlines(), status


def _status(process, timeout):
    try:
        status = process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return f"timeout {timeout}"
    return "ended" if status == ARGUMENTS else f"crashed {status}" if status < 0 else f"exited {status}"
