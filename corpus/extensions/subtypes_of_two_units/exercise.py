"""Degrees of two scales: floats with another repr, each defined in a unit of its own."""


def exercise(module):
    class Outside(module.Celsius):
        pass

    found = [repr(module.freezing()), repr(module.freezing().kelvin()), repr(Outside(20).kelvin())]
    return [*found, module.Kelvin(3) + 4.0, module.Kelvin.__mro__[1].__name__, Outside.__mro__[2].__name__]


def check(module):
    assert exercise(module) == ["0 C", "273 K", "293 K", 7.0, "float", "float"]
