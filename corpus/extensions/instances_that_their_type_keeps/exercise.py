"""Coins and tokens that functions of their types keep for the process, and a purse that takes a coin."""

import contextlib


def exercise(module):
    purse = module.Purse(module.Coin.lucky())
    token = module.Token()
    token.use()
    with contextlib.suppress(module.CoinError):
        purse.__init__(module.Coin())
    ticket = module.Ticket()
    return [purse, token, purse.sort(), module.Medal(), ticket, ticket.stamp()]


def check(module):
    lucky = module.Coin.lucky()
    assert lucky is module.Coin.lucky() and isinstance(lucky, module.Coin)
    assert module.Purse(lucky).sort() in (True, False)
    assert module.Medal() is module.Medal() and isinstance(module.Medal(), module.Medal)
    assert module.Ticket().stamp() == 1
    module.Token().use()
    try:
        module.Purse(module.Token())
    except TypeError:
        pass
    else:
        raise AssertionError("a token is no coin")
