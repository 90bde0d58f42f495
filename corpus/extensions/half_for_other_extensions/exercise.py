"""Weights, with a C API whose header is for this extension and for others."""


def exercise(module):
    weight = module.weight(70)
    assert int(weight) == 70
    return [weight]


def check(module):
    try:
        module.weight("heavy")
    except TypeError:
        pass
    else:
        raise AssertionError("a string is no weight")
    assert type(module.weight(1)).__name__ == "Weight"
    assert "_API" in dir(module)
