"""The exporting half: its type, and a capsule that points to it."""


def exercise(module):
    total = module.Money(250) + module.Money(5)
    assert type(total) is module.Money
    assert int(total) == 255
    try:
        total + 1
    except TypeError as error:
        assert str(error) == "unsupported operand type(s) for +: 'capsule_added_in_a_condition.Money' and 'int'"
    else:
        raise AssertionError("no error")
    return [total]


def check(module):
    assert type(module._money_type).__name__ == "PyCapsule"
    assert '"capsule_added_in_a_condition._money_type"' in repr(module._money_type)
    try:
        module.Money("x")
    except TypeError:
        return
    raise AssertionError("no error")
