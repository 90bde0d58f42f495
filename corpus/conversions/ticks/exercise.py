import operator


def exercise(module):
    t = module.ticks(0, 10, 3)
    assert type(t) is module.Ticks and iter(t) is t and t.step == 3
    assert operator.length_hint(t) == 4 and module.left(t) == 4
    assert next(t) == 0 and list(t) == [3, 6, 9] and list(t) == []
    assert list(module.ticks(2, 5)) == [2, 3, 4]
    for bad in (module.Ticks, lambda: module.left(3)):
        try:
            bad()
        except TypeError:
            pass
        else:
            raise AssertionError("TypeError expected")
    try:
        module.ticks(1, 2, 0)
    except ValueError:
        pass
    else:
        raise AssertionError("ValueError expected")
    return [t, module.ticks(1, 3)]


def instances(module):
    return [module.ticks(0, i) for i in range(10)]
