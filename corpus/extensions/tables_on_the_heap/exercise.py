"""Read what the initialisation put into tables on the heap."""


def exercise(module):
    assert module.name_of(0) == "one"
    assert module.number_of(2) == 1002
    try:
        module.name_of(3)
    except module.one as error:
        assert str(error) == "no such name"
    else:
        raise AssertionError
    try:
        module.number_of(3)
    except module.two as error:
        assert str(error) == "no such number"
        return [error]
    raise AssertionError


def check(module):
    exercise(module)
    assert issubclass(module.three, LookupError)
    module.one.module = module
