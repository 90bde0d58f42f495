def exercise(module):
    Ratio = module.Ratio
    half, third = Ratio(1, 2), Ratio(1, 3)
    assert repr(Ratio(2, -4)) == "Ratio(-1, 2)"
    assert half + third == Ratio(5, 6) and half * third == Ratio(1, 6)
    assert half + 1 == Ratio(3, 2) and 1 + half == Ratio(3, 2)
    assert 2 * half == 1 and half * 2 == 1
    assert half**2 == Ratio(1, 4) and 3 ** Ratio(2) == 9
    assert -half == Ratio(-1, 2) and half.inverse() == 2
    assert half and not Ratio(0)
    assert hash(half) == hash(Ratio(2, 4)) and len({half, Ratio(2, 4)}) == 1
    assert third < half and half != third and half != "half"
    assert half.__reduce__() == (Ratio, (1, 2))
    for bad in (lambda: "x" + half, lambda: half * None, lambda: pow(2, 3, half), lambda: half**half):
        try:
            bad()
        except TypeError:
            pass
        else:
            raise AssertionError("TypeError expected")

    class Mixin:
        pass

    class Share(Mixin, Ratio):
        pass

    share = Share(3, 4)
    assert share.inverse() == Ratio(4, 3) and -share == Ratio(-3, 4)
    assert share + half == Ratio(5, 4) and 1 + share == Ratio(7, 4)
    assert share == Ratio(3, 4) and type(share + 1) is Ratio
    return [half, third, share, half + third, Ratio(0)]


def instances(module):
    return [module.Ratio(i, 7) for i in range(10)]
