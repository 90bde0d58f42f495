"""Coins, and what isn't one."""


def exercise(module):
    coin = module.Coin(5)
    assert coin.cents() == 5
    assert module.is_coin(coin)
    assert not module.is_coin(5)
    return [coin, module.Coin(200)]
