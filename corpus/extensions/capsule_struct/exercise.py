"""The struct's functions are called as another extension would."""

import ctypes


def table(module):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = get(module._API, b"capsule_struct._API")
    return (ctypes.c_void_p * 6).from_address(address)


def exercise(module):
    kind, make, check, version, exact, nothing = table(module)
    assert (kind, exact) == (id(module.Coin), id(module.Token))
    assert version & 0xFFFFFFFF == 2 and nothing is None
    coin = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(make)(5)
    assert type(coin).__name__ == "Coin" and coin.value == 5

    class Medal(type(coin)):
        pass

    is_coin = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object)(check)
    assert [is_coin(item) for item in (coin, Medal(3), 5)] == [1, 1, 0]
    try:
        ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(make)("five")
    except TypeError:
        pass
    else:
        raise AssertionError("a coin of text")
    return [coin, Medal(3), module.Token(1)]
