"""Numbers are added, and raised to powers: with a third operand, and with one of ours only there."""


def exercise(module):
    two = module.number(2)
    assert repr(two + 3) == repr(3 + two) == "Number(5)"
    assert repr(two**3) == repr(2 ** module.number(3)) == "Number(8)"
    return [two]


def check(module):
    two = module.number(2)
    assert repr(pow(two, 3, 5)) == "Number(8)"
    assert repr(pow(2, 3, two)) == "Number(8)"
    for wrong in ((2, "3", two), (two, "3", None)):
        try:
            pow(*wrong)
        except TypeError:
            pass
        else:
            raise AssertionError("a string is no exponent")
