"""A function of the module that is called by its address."""

import ctypes
from importlib.util import module_from_spec


def exchange(module, rate, coin):
    kind = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_long, ctypes.py_object)
    return kind(module.address())(rate, coin)


def exercise(module):
    coin = exchange(module, 3, module.Coin(2))
    assert type(coin) is module.Coin
    assert coin.value() == 6
    return [coin]


def check(module):
    class Rare(module.Coin):
        pass

    assert type(exchange(module, 2, Rare(7))) is module.Coin
    for other in (5, "coin", module.Coin):
        try:
            exchange(module, 1, other)
        except TypeError as error:
            assert str(error) == f"a coin is needed, not {type(other).__name__}"
        else:
            raise AssertionError

    # The module that was imported first goes on beside another one.
    again = module_from_spec(module.__spec__)
    module.__spec__.loader.exec_module(again)
    assert type(exchange(module, 2, module.Coin(1))) is module.Coin
    assert type(exchange(again, 2, again.Coin(1))) is again.Coin
