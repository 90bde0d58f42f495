"""A coin that brings luck, and that stays when the module is loaded again."""


def exercise(module):
    coin = module.Coin()
    module.set_lucky(coin)
    return [coin, module.use_lucky()]


def check(module):
    module.set_lucky(module.Coin())
    assert module.use_lucky() == 0
    try:
        module.set_lucky(1)
    except module.CoinError as error:
        assert str(error) == "no coin"
    else:
        raise AssertionError("no error")
