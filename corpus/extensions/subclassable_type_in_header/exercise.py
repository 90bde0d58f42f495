"""A type that can be subclassed, its subtype and an exception, shared by two units that also share names."""


def exercise(module):
    two, three = module.Amount(2), module.Fee(3)
    assert float(two + three) == float(module.total(two, three)) == 5
    assert not module.is_zero(two)
    assert module.total() is module.total()
    return [two, three, two + three]


def check(module):
    class Sub(module.Amount):
        pass

    assert float(Sub(1) + module.Amount(1)) == 2
    assert type(Sub(1) + Sub(1)) is module.Amount
    assert module.is_zero(module.total())
    assert error_of(module.is_zero, 1) == "AmountError: int is no amount"
    assert error_of(module.strict_total) == "AmountError: nothing to sum"
    assert error_of(module.total, Sub(-1)) == "AmountError: the sum is negative"
    assert error_of(lambda: 1 + Sub(1)) == "TypeError: unsupported operand type(s) for +: 'int' and 'Sub'"
    assert issubclass(module.Fee, module.Amount)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
