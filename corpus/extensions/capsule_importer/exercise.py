"""The importing half: needs capsule_exporter, and uses its type."""


def exercise(module):
    purse = module.Purse()
    zero = purse.total()
    money = type(zero)
    purse.put(money(3))
    purse.put(money(4))
    total = purse.total()
    assert int(total) == 7
    try:
        purse.put(5)
    except TypeError as error:
        assert str(error) == "only capsule_exporter.Money goes into a purse, not int"
    else:
        raise AssertionError("no error")
    return [purse, total]


def check(module):
    import capsule_exporter

    assert type(module.Purse().total()) is capsule_exporter.Money
    try:
        module.Purse(1)
    except TypeError as error:
        assert str(error) == "Purse() takes exactly 0 arguments (1 given)"
    else:
        raise AssertionError("no error")

    class Wallet(module.Purse):
        pass

    wallet = Wallet()
    wallet.put(capsule_exporter.Money(1))
    assert int(wallet.total()) == 1
