"""The other source of the extension uses the boxes through the capsule, as other extensions do."""

import ctypes


def exercise(module):
    wide, narrow = module.Box(20), module.Box(3)
    assert wide.holds(narrow) and not narrow.holds(wide)
    assert [type(item).is_wide(item) for item in (wide, narrow)] in ([True, False], [False, False])
    try:
        wide.holds(3)
    except TypeError as error:
        assert "a Box is needed, not int" in str(error)
    else:
        raise AssertionError("a number is no box")
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    address = get(module._API, b"header_half_of_another_source._API")
    kind, width = (ctypes.c_void_p * 2).from_address(address)
    assert kind == id(module.Box)
    number = ctypes.c_long()
    # Who asks by the table has no module: a box of this one may be foreign to the one that was imported last.
    ask = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_void_p)(width)
    try:
        ask(3, ctypes.addressof(number))
    except TypeError:
        pass
    else:
        raise AssertionError("a number has no width")
    return [wide, narrow]
