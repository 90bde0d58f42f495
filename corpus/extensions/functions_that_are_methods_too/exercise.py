"""Functions that stand in the module's table and in those of two types."""


def exercise(module):
    one = module.new(b"ab")
    return [one, one.new(), module.Wide(), module.SumError("x")]


def check(module):
    class Wider(module.Wide):
        pass

    one = module.new(b"ab")
    assert type(one.new(b"a")) is type(one)
    assert module.check(one) == one.check(one) == module.Wide().check(one) == Wider().check(one) == 195
    assert one.new(b"a").new(b"b").check(one) == 195
    for owner in (module, one, Wider()):
        try:
            owner.check(3)
        except module.SumError as error:
            assert str(error) == "no sum: 3"
        else:
            raise AssertionError("no error")
    for owner in (module, one):
        try:
            owner.new(b"123456789")
        except module.SumError as error:
            assert str(error) == "too long"
        else:
            raise AssertionError("no error")
