def exercise(module):
    Scaler = module.Scaler
    twice = Scaler(2)
    assert callable(twice) and twice(4) == 8.0 and twice(*[3]) == 6.0
    assert list(map(twice, (1, 2))) == [2.0, 4.0] and twice.calls == 4
    thrice = Scaler(factor=3)
    six = module.compose(twice, thrice)
    assert type(six) is Scaler and six.factor == 6.0 and six(1) == 6.0
    assert Scaler.LIMIT == 1e6 and six.__reduce__() == (Scaler, (6.0,))
    for bad in (
        lambda: twice(),
        lambda: twice(1, 2),
        lambda: twice(x=1),
        lambda: twice("a"),
        lambda: module.compose(twice, abs),
        lambda: type("Sub", (Scaler,), {}),
    ):
        try:
            bad()
        except TypeError:
            pass
        else:
            raise AssertionError("TypeError expected")
    return [twice, thrice, six]


def instances(module):
    return [module.Scaler(i) for i in range(10)]
