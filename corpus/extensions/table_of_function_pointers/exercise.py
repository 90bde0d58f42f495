"""The table's function is called as another extension would."""

import ctypes
import importlib.machinery
import sys


def address(module):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    count, make = (ctypes.c_void_p * 2).from_address(get(module._C_API, b"table_of_function_pointers._C_API"))
    assert ctypes.c_int.from_address(count).value == 2
    return make


def maker(module):
    return ctypes.PYFUNCTYPE(ctypes.py_object, *3 * [ctypes.c_void_p])(address(module))


# An extension that was imported elsewhere as well calls the function where nobody has imported this one.
ELSEWHERE = """
import ctypes, sys
sys.path[:] = {path!r}
make = ctypes.PYFUNCTYPE(ctypes.py_object, *3 * [ctypes.c_void_p])({address})
assert type(make(None, None, None)).__name__ == "Loop"
"""


def call_elsewhere(module):
    try:
        import _xxsubinterpreters as interpreters
    except ImportError:
        return
    if importlib.machinery.PathFinder.find_spec(module.__name__) is None:
        return
    other = interpreters.create(**{"isolated": False} if sys.version_info >= (3, 9) else {})
    try:
        interpreters.run_string(other, ELSEWHERE.format(path=sys.path, address=address(module)))
    finally:
        interpreters.destroy(other)


def exercise(module):
    loop = maker(module)(None, None, None)
    assert type(loop).__name__ == "Loop"
    assert type(module.IDLE) is type(module.idle()) is module.Loop
    assert module.step(module.IDLE) == module.step(module.idle()) == 0
    return [loop]


def check(module):
    call_elsewhere(module)
    try:
        module.step(3)
    except TypeError as error:
        assert str(error) == "a loop is needed"
    else:
        raise AssertionError("a number is no loop")
