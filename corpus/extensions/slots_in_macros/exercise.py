"""Most fields of the types, and all entries of the method table, stand in macros."""


def exercise(module):
    steps = module.Range(2, 5)
    up, down = steps.up(), steps.down()
    assert len(steps) == 3
    assert next(up) == 2
    assert list(down) == [4, 3, 2]
    assert next(down, None) is None
    return [steps, up, down]


class Named:
    pass


def check(module):
    steps = module.Range(1, 3)
    assert error_of(type(steps.up())) == "TypeError: cannot create 'slots_in_macros.Up' instances"
    assert error_of(type(steps.down())) == "TypeError: cannot create 'slots_in_macros.Down' instances"
    assert module.Range.up.__doc__ == "up() -> iterator\n\nWalk upwards."
    assert module.Range.__name__ == "Range"

    class Wide(module.Range):
        pass

    assert list(Wide(0, 2).up()) == [0, 1]


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
