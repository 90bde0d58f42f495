"""A type with constants in its dictionary."""

import operator


def exercise(module):
    level = module.Level(3)
    assert int(level) == operator.index(level) == 3
    assert level.MAXIMUM == module.Level.MAXIMUM == 9
    try:
        module.fail("loud")
    except module.LevelError as error:
        assert error.args == ("loud",)
    else:
        raise AssertionError("no error")
    return [level]


def check(module):
    assert vars(module.Level)["MAXIMUM"] == 9
    assert issubclass(module.LevelError, ValueError)
    assert error_of(module.Level, "x").startswith("TypeError")
    assert error_of(setattr, module.Level(1), "MAXIMUM", 1).startswith("AttributeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
