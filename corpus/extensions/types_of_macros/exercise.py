"""Numbers, whose types are defined, readied and added by macros, and get their base from a helper."""


def exercise(module):
    odd, even = module.Odd(3), module.Even(4)
    assert odd + even == 7
    assert type(odd).__mro__[2:] == (int, object)
    return [odd, even]


def check(module):
    assert module.Odd.__base__ is module.Even.__base__
    assert module.Odd.__base__.__name__ == "Base"
    assert module.Odd is not module.Even
