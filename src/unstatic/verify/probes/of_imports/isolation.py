"""Whether the module works in subinterpreters: legacy ones, and those with a GIL of their own."""

import os
import sys
import threading

from forked import attempt

THREADS = 6
STRESS_ROUNDS = 5

SCRIPT = """
import os, sys
try:
    sys.path[:] = {path!r}
    import importlib
    if {alone}:
        importlib.import_module({name!r})
    scope = {{"__name__": "exercise"}}
    exec(compile({source!r}, "exercise.py", "exec"), scope)
    module = importlib.import_module({name!r})
    for _ in range({rounds}):
        kept = scope["exercise"](module)
    answer = "ok"
    if {keep}:
        import ctypes, gc, types
        # Here and for good: whoever finds the list by its address owns this reference.
        kept = list(kept)
        # The collector that tracks them ends with the interpreter, and 3.12 crashes when they go after it, whatever
        # their types are (in 3.11 and 3.13 they don't): that is no part of what is judged.
        # What other modules made for them stays alive instead: their deallocators may expect to find it tracked, as
        # that of io.BytesIO does.
        own, found = set(map(type, kept)), [kept]
        for one in found:
            if not gc.is_tracked(one) or isinstance(one, (type, types.ModuleType)):
                continue
            if type(one) in own or not type(one).__flags__ & 1 << 9:
                ctypes.pythonapi.PyObject_GC_UnTrack(ctypes.py_object(one))
                found += gc.get_referents(one)
            else:
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(one))
        del found
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
        answer = str(id(kept))
except BaseException as error:
    answer = type(error).__name__ + ": " + " ".join(str(error).split())
os.write({descriptor}, (answer + "\\n").encode())
"""


def legacy(subject):
    """Use the module in the main interpreter, in two subinterpreters that share its GIL, and in the main one again.

    Where it fails, what it and its exercise import is tried without it.
    """
    known = set(sys.modules)
    module = subject.load()
    subject.exercise(module)
    answers = [in_interpreter(subject, own_gil=False) for _ in range(2)]
    subject.exercise(module)
    found = _summary(answers)
    others = "ok" if found == "ok" else _imported(_others(subject, known))
    return found if others == "ok" else f"{found}; without it: {others}"


def _imported(names):
    """Return "ok", or why modules can't be imported in a subinterpreter that shares the GIL."""
    reader, writer = os.pipe()
    interpreter = create(own_gil=False)
    interpreter.exec(_IMPORTS.format(path=sys.path, names=list(names), descriptor=writer))
    interpreter.close()
    os.close(writer)
    with os.fdopen(reader) as stream:
        return stream.read().strip() or "ok"


def own_gil(subject):
    """Use the module in two subinterpreters, one after the other, that have a GIL of their own."""
    if sys.version_info < (3, 12):
        return "not before 3.12"
    return _summary([in_interpreter(subject, own_gil=True) for _ in range(2)])


def own_gil_after_main(subject):
    """The same, while the main interpreter has the module loaded too."""
    if sys.version_info < (3, 12):
        return "not before 3.12"
    module = subject.load()
    subject.exercise(module)
    answer = in_interpreter(subject, own_gil=True)
    subject.exercise(module)
    return answer


def own_gil_threads(subject):
    """Use the module at the same time in six threads, each with an interpreter and a GIL of its own."""
    return _at_once(subject, THREADS)


def many(subject):
    """The same with as many interpreters as were asked for, again and again."""
    answers = {_at_once(subject, subject.stress) for _ in range(STRESS_ROUNDS)}
    return "; ".join(sorted(answers))


def baseline(subject):
    """Import what the module and its exercise import, without the module and its package, in three such interpreters.

    What crashes here is a fault of Python or of others.
    """
    return _baseline(subject, lambda script: _run_and_close(create(own_gil=True), script))


def baseline_at_once(subject):
    """The same in six of them at the same time, as `datetime` of 3.12 and 3.13 can't be imported."""
    return _baseline(subject, lambda script: _run_at_once([create(own_gil=True) for _ in range(THREADS)], script))


def _baseline(subject, run):
    if sys.version_info < (3, 12):
        return "not before 3.12"
    found = attempt(lambda: _brought(subject), subject.timeout)
    if not isinstance(found, dict):
        return "nothing to judge: " + found
    for _ in range(3):
        run(_IMPORTS.format(path=sys.path, names=list(found), descriptor=0))
    return "ok"


def _run_and_close(interpreter, script):
    interpreter.exec(script)
    interpreter.close()


def _brought(subject):
    """Return the names of what the module and its exercise import, its own package left out."""
    known = set(sys.modules)
    subject.exercise(subject.load())
    return _others(subject, known)


def _others(subject, known):
    """Return the names of the modules that were imported since *known* were all, those of its package left out."""
    package = subject.name.partition(".")[0]
    return dict.fromkeys(name for name in sys.modules if name not in known and name.partition(".")[0] != package)


_IMPORTS = """
import importlib, os, sys
sys.path[:] = {path!r}
failure = ""
for name in {names!r}:
    try:
        importlib.import_module(name)
    except Exception as error:
        failure = failure or type(error).__name__ + ": " + " ".join(str(error).split())
if {descriptor}:
    os.write({descriptor}, failure.encode())
"""


def _at_once(subject, number):
    if sys.version_info < (3, 12):
        return "not before 3.12"
    reader, writer = os.pipe()
    interpreters = [create(own_gil=True) for _ in range(number)]
    _run_at_once(interpreters, _script(subject, writer, rounds=3 if subject.quick else 20))
    os.close(writer)
    with os.fdopen(reader) as stream:
        answers = stream.read().splitlines()
    return _summary(answers) if len(answers) == number else f"{len(answers)} of {number} answered"


def _run_at_once(interpreters, script):
    """Run a script in all interpreters at the same time, each in a thread of its own."""
    everyone, alone = threading.Barrier(len(interpreters)), threading.Lock()
    threads = [threading.Thread(target=_use_and_close, args=(one, script, everyone, alone)) for one in interpreters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _use_and_close(interpreter, script, everyone, alone):
    """Run a script in an interpreter, and end that, when all are done, in turn.

    The thread that ran it has to: if the script imported `threading`, that waits for this very thread from any other.
    """
    try:
        interpreter.exec(script)
    finally:
        everyone.wait()
        with alone:
            interpreter.close()


def _summary(answers):
    return "; ".join(sorted(set(answers)))


def in_interpreter(subject, own_gil, alone=False):
    """Return what the use of the module in a new interpreter, which ends then, gave: "ok", or the exception."""
    interpreter = create(own_gil)
    answer = use(interpreter, subject, alone=alone)
    interpreter.close()
    return answer


def use(interpreter, subject, alone=False, keep=False):
    """
    Return "ok", or the exception.

    *alone* imports the module before anything that the exercise imports. With *keep* the answer is the address of a
    list of the instances, whose reference belongs to the caller.
    """
    reader, writer = os.pipe()
    interpreter.exec(_script(subject, writer, 2, alone, keep))
    os.close(writer)
    with os.fdopen(reader) as stream:
        return stream.read().strip() or "silent"


def _script(subject, descriptor, rounds, alone=False, keep=False):
    words = {"path": sys.path, "source": subject.source, "name": subject.name}
    return SCRIPT.format(**words, rounds=rounds, descriptor=descriptor, alone=alone, keep=keep)


def create(own_gil):
    """Return an interpreter with the methods of those of `concurrent.interpreters`, which came with 3.14."""
    if own_gil and sys.version_info >= (3, 14):
        from concurrent import interpreters

        return interpreters.create()
    return _Private(own_gil)


class _Private:
    """An interpreter made by the private module: the only way before 3.14, and to one that shares the GIL."""

    def __init__(self, own_gil):
        if sys.version_info >= (3, 13):
            import _interpreters as api

            self._number = api.create("isolated" if own_gil else "legacy")
        else:
            import _xxsubinterpreters as api

            self._number = api.create(isolated=own_gil)
        self._api = api

    def exec(self, script):
        self._api.run_string(self._number, script)

    def close(self):
        self._api.destroy(self._number)
