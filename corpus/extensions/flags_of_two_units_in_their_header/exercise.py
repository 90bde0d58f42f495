"""Points and a line, types of two units, and an error that a third one raises."""


def exercise(module):
    point = module.Point(3)
    return [type(point).__name__, type(point.shifted(4)).__name__, repr(module.line()), error_of(module)]


def check(module):
    assert exercise(module) == ["Point", "Point", "a line", "-1 is below zero"]
    try:
        type(module.line())()
    except TypeError as error:
        assert str(error).startswith("cannot create ")
    else:
        raise AssertionError("no error")


def error_of(module):
    try:
        module.Point(1).shifted(-2)
    except module.PlaneError as error:
        return str(error)
    return None
