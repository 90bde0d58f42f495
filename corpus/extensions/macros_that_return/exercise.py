"""Texts in other cases."""


def exercise(module):
    assert module.convert("Ab", module.UPPER) == "AB"
    assert module.convert("Ab", module.LOWER) == "ab"
    try:
        module.convert("Ab", 3)
    except module.CaseError as error:
        assert str(error) == "no such case: 3"
    else:
        raise AssertionError("no error")
    return [module.convert("c", module.UPPER)]


def check(module):
    assert module.__version__ == "1"
    try:
        module.convert("", module.UPPER)
    except ValueError as error:
        assert str(error) == "no text"
    else:
        raise AssertionError("no error")
