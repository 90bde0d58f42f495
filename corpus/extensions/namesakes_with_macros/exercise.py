"""Numbers that two sources know."""


def exercise(module):
    numbers = [module.read_number("1/3"), module.read_number("2/3")]
    assert [str(number) for number in numbers] == ["1/3", "2/3"]
    assert all(module.is_number(number) for number in numbers)
    return numbers


def check(module):
    assert not module.is_number(0.5)
    try:
        module.read_number("third")
    except Exception as error:
        assert type(error).__name__ == "ReadError"
    else:
        raise AssertionError
