"""Constants that come out of an included list."""


def exercise(module):
    assert module.check(2) == 2
    try:
        module.check(4)
    except module.CodeError as error:
        assert str(error) == "no such code: 4"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert (module.FIRST, module.SECOND, module.THIRD, module.version) == (1, 2, 3, "1.0")
