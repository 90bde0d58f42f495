"""Money, in coins or not."""


def exercise(module):
    money, coin = module.Money(3), module.Coin(5)
    assert (money.value, coin.value) == (3, 5)
    assert module.is_coin(coin) and not module.is_coin(money)
    assert module.is_coin(money.in_coins()) and money.in_coins().value == 300
    assert (module.Cent, module.Cash) == (module.Coin, module.Money)
    return [money, coin, money.in_coins()]


def check(module):
    assert module.Coin.__mro__ == (module.Coin, module.Money, object)
