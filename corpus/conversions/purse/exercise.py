def exercise(module):
    coin = module.Coin(2)
    assert coin.value == 2 and coin.twice().value == 4
    assert type(coin.twice()) is module.Coin
    many = [module.Coin(value) for value in range(50)]
    assert [one.value for one in many] == list(range(50)) and len(set(map(id, many))) == 50
    assert all(type(one) is module.Coin for one in many)
    try:
        module.Coin("x")
    except TypeError:
        pass
    else:
        raise AssertionError("TypeError expected")
    return [coin, coin.twice()]


def instances(module):
    return [module.Coin(value) for value in range(10)]
