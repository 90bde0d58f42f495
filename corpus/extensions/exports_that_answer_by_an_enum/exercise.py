"""Boxes, and what other extensions ask by the capsule."""

import ctypes


def exercise(module):
    assert type(module._API).__name__ == "PyCapsule"
    box = module.Box(3)
    assert (module.halved("abcdef"), module.halved(box)) == (3, 0)
    return [box]


def check(module):
    pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    table = ctypes.cast(pointer_of(module._API, None), ctypes.POINTER(ctypes.c_void_p))
    asks = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(ctypes.c_long))
    width, length = asks(table[0]), asks(table[2])
    widen = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_long)(table[1])
    box, number = module.Box(3), ctypes.c_long()
    assert (widen(box, 4), widen("box", 4)) == (1, 0)
    assert (width(box, ctypes.byref(number)), number.value) == (1, 7)
    assert width("box", ctypes.byref(number)) == 0
    assert (length("box", ctypes.byref(number)), number.value) == (1, 3)
    assert (length(box, ctypes.byref(number)), number.value) == (1, 1)
    try:
        length(1, ctypes.byref(number))
    except TypeError as error:
        assert str(error) == "it has no length"
    else:
        raise AssertionError("1 has a length")
