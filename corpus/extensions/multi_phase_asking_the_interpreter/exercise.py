"""Coins of a type that moves, notes of a type that a callback uses."""


def exercise(module):
    return [module.pay(1), module.pay(20), module.Coin(), module.Note(), module.pay(0)]


def check(module):
    assert type(module.pay(1)) is module.Coin
    assert type(module.pay(5)) is module.Note
    assert module.pay(0) is None
    try:
        module.pay(-1)
    except module.BankError as error:
        assert str(error) == "nothing to pay with"
    else:
        raise AssertionError("no error")
