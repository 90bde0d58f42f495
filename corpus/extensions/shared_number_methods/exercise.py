"""Arithmetic within one unit works, across units it doesn't."""


def exercise(module):
    length = module.Length(2.0) + module.Length(amount=0.5)
    weight = module.Weight(3.0) - module.Weight(1.0)
    assert type(length) is module.Length
    assert float(length) == 2.5
    assert type(weight) is module.Weight
    assert float(-weight) == -2.0
    assert not module.Weight()
    try:
        length + weight
    except TypeError as error:
        assert "'shared_number_methods.Length' and 'shared_number_methods.Weight'" in str(error)
    else:
        raise AssertionError("metres and kilograms were added")
    return [length, weight]


def check(module):
    assert error_of(lambda: module.Length() + 1) == (
        "TypeError: unsupported operand type(s) for +: 'shared_number_methods.Length' and 'int'"
    )
    assert error_of(lambda: 1 - module.Weight()) == (
        "TypeError: unsupported operand type(s) for -: 'int' and 'shared_number_methods.Weight'"
    )
    assert error_of(module.Length, "x") == "TypeError: must be real number, not str"
    assert "__add__" in vars(module.Length)
    assert "__add__" in vars(module.Weight)
    assert "__mul__" not in vars(module.Weight)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
