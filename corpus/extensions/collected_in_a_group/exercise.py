def exercise(module):
    owner = []
    bar = module.bar(owner)
    assert bar.index() == 3
    return [bar, module.bar(None)]


def check(module):
    try:
        module.Bar()
    except TypeError:
        pass
    else:
        raise AssertionError("bars are made by the module alone")
