"""The table's functions are called as another extension would."""

import ctypes


def functions(module):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = get(module._CAPI, b"questions_in_a_capsule._CAPI")
    kind, check, check_exact, make, copy = (ctypes.c_void_p * 5).from_address(address)
    assert kind == id(module.Box)
    asking = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)
    made = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_long)(make)
    return asking(check), asking(check_exact), made, ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(copy)


def exercise(module):
    check, check_exact, make, copy = functions(module)
    box = make(3)
    assert repr(copy(box)) == "<a box of 3>"
    assert (check(box), check(3), check_exact(box), check_exact(module)) == (1, 0, 1, 0)
    return [box]


def check(module):
    copy = functions(module)[-1]
    try:
        copy(3)
    except TypeError as error:
        assert str(error) == "a box is needed"
    else:
        raise AssertionError("a number is no box")
