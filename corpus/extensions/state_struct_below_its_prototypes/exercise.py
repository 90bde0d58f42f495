"""Tanks that run over, and a module with an error of its own in its state."""


def exercise(module):
    tank = module.Tank()
    assert tank.fill(40) == 40.0
    assert error_of(tank.fill, 70) == "OverflowError: the tank is full"
    full = module.filled(100.0)
    assert isinstance(full, module.Tank)
    assert error_of(module.fail) == "Error: failed"
    return [tank, full]


def check(module):
    class Barrel(module.Tank):
        pass

    assert issubclass(module.OverflowError, module.Error)
    assert error_of(module.filled, 101.0) == "OverflowError: the tank is full"
    assert error_of(Barrel().fill, 101.0) == "OverflowError: the tank is full"
    assert error_of(Barrel().fill, "x").startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
