"""Levels, of which one is made at import."""


def exercise(module):
    level = module.at(3)
    assert repr(level) == "<level 3>" and type(level) is module.Level
    assert module.at(0) is module.Ground
    try:
        module.at(-2)
    except module.Error as error:
        assert str(error) == "below the ground"
    else:
        raise AssertionError("no error")
    return [level]


def check(module):
    assert module.HIGHEST == 8848
