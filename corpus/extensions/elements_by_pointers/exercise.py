"""Errors are raised by their codes, and the last values are kept with them."""


def _failed(module, code, value):
    try:
        module.fail(code, value)
    except Exception as error:
        return error
    raise AssertionError("no error")


def exercise(module):
    values = [object(), object(), object()]
    errors = [_failed(module, code, value) for code, value in zip((1, 3, 9), values, strict=True)]
    assert type(errors[0]) is module.NotFound
    assert [module.last_value(code) for code in (1, 3, 9)] == values
    del errors
    module.forget()
    assert [module.last_value(code) for code in (1, 2, 3, 9)] == [None] * 4
    return []


def check(module):
    assert type(_failed(module, 2, "shut")) is module.Locked
    assert type(_failed(module, 9, 0)).__name__ == "Unknown"
    assert type(_failed(module, 5, 0)).__name__ == "BaseError"
    assert module.last_value(2) == "shut"
    module.forget()
    assert module.last_value(2) is None
