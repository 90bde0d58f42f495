def exercise(module):
    class Shade(module.Tint):
        pass

    mixed = module.Tint(2) + Shade(3)
    assert type(mixed) is module.Tint and int(mixed) == 5
    try:
        module.Tint(1) + 1
    except TypeError:
        pass
    else:
        raise AssertionError("a number was mixed")
    return [mixed, Shade(1)]
