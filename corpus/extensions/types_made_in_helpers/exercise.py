"""Types that are made by helpers of the init function, before there is a module."""


def exercise(module):
    box = module.Box("  nuts ")
    assert box.label == "  nuts "
    label = module.Label(" bolts  ")
    assert label.stripped() == "bolts"
    assert module.is_mapping({}) is True
    assert module.is_mapping([]) is False

    class Tag(module.Label):
        pass

    assert Tag(" x").stripped() == "x"
    return [box, label]


def check(module):
    assert module.Label.__mro__ == (module.Label, str, object)
    assert error_of(module.Box) == "TypeError: Box() takes exactly 1 argument (0 given)"
    assert error_of(module.Box, 1).startswith("TypeError:")
    assert isinstance(module.Label("a") + "b", str)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
