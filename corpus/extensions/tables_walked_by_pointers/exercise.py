"""Coins, whose types pointers lead through."""


def exercise(module):
    coin, penny = module.Coin(5), module.Penny(cents=1)
    assert (coin.cents, penny.cents) == (5, 1)
    assert isinstance(penny, module.Coin)
    return [coin, penny, module.Purse()]


def check(module):
    assert module.Penny.__mro__ == (module.Penny, module.Coin, object)

    class Token(module.Coin):
        pass

    assert Token(3).cents == 3
