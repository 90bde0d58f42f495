"""Use what the initialisation made with macros around every call."""


def exercise(module):
    coin = module.Coin(3)
    assert repr(coin) == "3 cents"
    assert module.first() is module.first_coin and repr(module.first()) == "1 cents"
    assert module.is_coin(coin) and not module.is_coin(3)
    assert (module.name(0), module.name(1), module.zero, module.one) == ("coin 0", "coin 1", "coin 0", "coin 1")
    try:
        module.Coin(-1)
    except module.CoinError as error:
        assert error.args == ("cents",)
        return [coin, error, module.Purse()]
    raise AssertionError


def check(module):
    exercise(module)
    assert module.Coin.metal == "copper" and module.COINS == 2
