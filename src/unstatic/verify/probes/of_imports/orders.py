"""Whether subinterpreters can have the module in every order in which the original let them."""

import ctypes
import importlib
import sys

from forked import tried
from of_imports.isolation import create, in_interpreter, use
from of_objects.lifetime import touch


def orders(subject):
    """
    Use it in subinterpreters in several orders, and in the main one before, between and afterwards.

    A legacy one shares its GIL and allocator with the main one, as under mod_wsgi. An isolated one has a GIL of its own
    from 3.12 on.
    """
    return tried(subject, _ORDERS)


def _first_in(own_gil):
    def first(subject):
        """Import it where nothing else is, then in the main interpreter when that one is gone."""
        ended = in_interpreter(subject, own_gil, alone=True)
        if ended == "ok":
            subject.exercise(subject.load())
        return ended

    return first


def _in_turn(subject):
    """What one interpreter leaves behind when it ends must not be missing in the next."""
    module = subject.load()
    instances = list(subject.exercise(module))
    for _ in range(3):
        ended = in_interpreter(subject, own_gil=False)
        if ended != "ok":
            return ended
        for instance in instances:
            touch(instance)
        subject.exercise(module)
    instances.clear()
    subject.exercise(module)


def _side_by_side(subject):
    """Two at once; the one that was first to import it ends first."""
    pair = [create(own_gil=False) for _ in range(2)]
    answers = [use(one, subject) for one in pair]
    pair[0].close()
    answers.append(use(pair[1], subject))
    pair[1].close()
    if set(answers) == {"ok"}:
        subject.exercise(subject.load())
    return "; ".join(sorted(set(answers)))


def _outlived(subject):
    """Instances that somebody kept, a C library for example, when their interpreter is gone."""
    interpreter = create(own_gil=False)
    answer = use(interpreter, subject, keep=True)
    interpreter.close()
    if not answer.isdigit():
        return answer
    # Python 3.13 has the dictionaries of datetime's types once for each interpreter that imports it: what derives from
    # one can be asked for nothing in any other, which a static type's cached attributes may hide (G490).
    importlib.import_module("datetime")
    for instance in ctypes.cast(int(answer), ctypes.py_object).value:
        touch(instance)
    # The last reference is the one that was taken there.
    ctypes.pythonapi.Py_DecRef(ctypes.c_void_p(int(answer)))


def _kept(subject):
    """Return "ok" if what functions tell is still the same once another interpreter has the module: C data goes on."""
    module = subject.load()
    subject.exercise(module)
    functions = [name for name, item in sorted(vars(module).items()) if type(item) is type(len)]
    told = _told(module, functions)
    # What differs by itself, a clock or a counter of calls, tells nothing of the data.
    steady = [name for name, answer in _told(module, told).items() if answer == told[name]]
    interpreter = create(own_gil=False)
    interpreter.exec(f"import sys\nsys.path[:] = {sys.path!r}\nimport {subject.name}")
    now = _told(module, steady)
    interpreter.close()
    return (
        "; ".join(f"{name}() told {told[name]}, then {now.get(name)}" for name in steady if now.get(name) != told[name])
        or "ok"
    )


def _told(module, names):
    """Return the plain values that functions give without an argument, by their names."""
    found = {}
    for name in names:
        try:
            answer = getattr(module, name)()
        except Exception:
            continue
        if isinstance(answer, (bool, int, float, str, bytes)):
            found[name] = repr(answer)
    return found


_ORDERS = {
    "legacy first": _first_in(own_gil=False),
    "isolated first": _first_in(own_gil=True),
    "legacy in turn": _in_turn,
    "legacy side by side": _side_by_side,
    "instances that outlive theirs": _outlived,
    "data of the process": _kept,
}
