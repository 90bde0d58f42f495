"""Raise the exceptions and look at the objects that helpers left in globals."""

import decimal


def exercise(module):
    try:
        module.fail()
    except module.FullError as error:
        assert str(error) == "full" and isinstance(error, module.Error)
    else:
        raise AssertionError
    text, number, decimal_type = module.kinds()
    assert text is module.TEXT and number is module.NUMBER
    assert decimal_type is decimal.Decimal
    return [text, number]


def check(module):
    for _ in range(100):
        exercise(module)
