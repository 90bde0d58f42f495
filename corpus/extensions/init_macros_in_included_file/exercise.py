"""Names that come out of an included list, once in a function and once in the initialisation."""


def exercise(module):
    assert module.name(2) == "SECOND"
    try:
        module.name(4)
    except module.CodeError as error:
        assert str(error) == "no such code: 4"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert (module.FIRST, module.SECOND, module.THIRD, module.codes) == (1, 2, 3, {})
