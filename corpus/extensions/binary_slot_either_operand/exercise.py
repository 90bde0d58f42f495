"""Our operand stands left, right, on both sides, or is a subclass; with foreign ones the text of the error counts."""


def exercise(module):
    number = module.Residue(10000)
    assert int(number + 10) == int(10 + number) == 3
    assert int(number + number) == 9993
    assert int(module.Residue(2) ** 20) == int(2 ** module.Residue(20)) == 2**20 % 10007
    assert int(-module.Residue(1)) == 10006
    total = number
    total += 8
    assert total == module.Residue(1)
    try:
        number + "x"
    except TypeError as error:
        assert str(error) == "unsupported operand type(s) for +: 'binary_slot_either_operand.Residue' and 'str'"
    else:
        raise AssertionError("a string was added")
    return [number, total, 1 + number]


def check(module):
    class Loud(module.Residue):
        pass

    loud = Loud(5)
    one = module.Residue(1)
    assert int(loud + 1) == int(1 + loud) == int(one + loud) == int(loud + one) == 6
    assert type(loud + one) is module.Residue
    assert type(loud) is Loud
    name = "binary_slot_either_operand.Residue"
    assert error_of(lambda: 1.5 + one) == f"TypeError: unsupported operand type(s) for +: 'float' and '{name}'"
    assert error_of(lambda: [] + one) == f'TypeError: can only concatenate list (not "{name}") to list'
    assert (
        error_of(lambda: None**one)
        == f"TypeError: unsupported operand type(s) for ** or pow(): 'NoneType' and '{name}'"
    )
    assert error_of(pow, one, 1, 2).startswith("TypeError: unsupported operand type(s) for ")
    assert error_of(pow, 3, one, 2).startswith("TypeError: unsupported operand type(s) for ")
    assert error_of(pow, 3, 2, one).startswith("TypeError: unsupported operand type(s) for ")
    assert error_of(lambda: one + 2**100).startswith("OverflowError")
    assert error_of(lambda: one - 1) == f"TypeError: unsupported operand type(s) for -: '{name}' and 'int'"
    assert error_of(hash, one) == f"TypeError: unhashable type: '{name}'"
    assert one != 1
    assert module.Residue.__radd__(one, 2) == module.Residue(3)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
