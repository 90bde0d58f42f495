"""The table's functions are called as another extension would."""

import ctypes


def table(module):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = get(module._API, b"capsule_table._API")
    return (ctypes.c_void_p * 3).from_address(address)


def exercise(module):
    kind, make, read = table(module)
    assert kind == id(module.Weight)
    weight = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_long)(make)(70)
    assert type(weight).__name__ == "Weight" and int(weight) == 70
    assert ctypes.PYFUNCTYPE(ctypes.c_long, ctypes.py_object)(read)(weight) == 70
    return [weight]
