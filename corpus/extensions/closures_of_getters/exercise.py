"""Doors that know the exceptions of their module."""


def exercise(module):
    door = module.Door()
    assert door.Error is module.Error
    try:
        door.enter()
    except door.ClosedError as error:
        assert isinstance(error, module.Error)
    else:
        raise AssertionError("entered")
    module.set_keys(["front", "back"])
    assert door.keys == ["front", "back"]
    return [door, type("Gate", (module.Door,), {})()]


def check(module):
    class Gate(module.Door):
        pass

    for door in (module.Door(), Gate()):
        assert door.Error is module.Error
        assert door.Error.__name__ == "Error"
        assert (door.ClosedError.__name__, door.LockedError.__name__) == ("ClosedError", "LockedError")
        assert door.ClosedError.__bases__ == door.LockedError.__bases__ == (module.Error,)
        assert door.open is False
    module.set_keys(None)
    assert Gate().keys is None
    assert module.Door.Error.__doc__ == "what doors raise"
