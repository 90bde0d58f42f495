"""While one interpreter starts the module, no other may see half a table."""


def exercise(module):
    assert module.encode(1234567890) == "14SC0PJ"
    assert module.decode("14SC0PJ") == module.decode("i4scopj") == 1234567890
    assert module.checksum(0) == 0 and module.checksum(1234567890) == 23
    try:
        module.decode("12U")
    except module.Base32Error as error:
        assert str(error) == "bad digit at 2"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert module.decode("") == 0
    assert module.encode(0) == "0"
    for number in (1, 31, 32, 2**40 + 7, 2**64 - 1):
        assert module.decode(module.encode(number)) == number
        assert module.decode(module.encode(number).lower()) == number
    assert issubclass(module.Base32Error, ValueError)
