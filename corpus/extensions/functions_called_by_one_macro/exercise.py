"""A loop whose rows are macros."""


def exercise(module):
    assert module.total("+1 +2") == 3
    assert module.total("+5-") == 4
    try:
        module.total("+1+")
    except module.ReadError as error:
        assert str(error) == "no digit"
    else:
        raise AssertionError("a digit is missing")
    return []


def check(module):
    assert module.total("") == 0
    assert module.total("1x2yz+3") == 3
    assert module.total("-") == -1
    for text, message in (("2x", "cut off"), ("+9" * 112, "too large")):
        try:
            module.total(text)
        except module.ReadError as error:
            assert str(error) == message
        else:
            raise AssertionError(message)
