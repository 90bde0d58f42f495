import decimal


def exercise(module):
    module.forget()
    start = module.misses()
    rate = module.rate("0.25")
    assert type(rate) is decimal.Decimal and rate == decimal.Decimal("0.25")
    assert module.rate("0.25") is rate and module.cached() == 1
    assert module.rate("1.5") * 2 == 3 and module.cached() == 2
    assert module.misses() == start + 2
    try:
        module.rate(3)
    except TypeError:
        pass
    else:
        raise AssertionError("TypeError expected")
    try:
        module.rate("much")
    except decimal.InvalidOperation:
        pass
    else:
        raise AssertionError("InvalidOperation expected")
    assert module.cached() == 2
    module.forget()
    assert module.cached() == 0
    return [rate, module.rate("2")]


def instances(module):
    return [module.rate(str(i)) for i in range(10)]
