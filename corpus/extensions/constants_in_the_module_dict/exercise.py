"""The constants, and what is raised above the limit."""


def exercise(module):
    assert (module.LIMIT, module.NAMES, module.VERSION) == (70000, ["lower", "upper"], "1.2")
    assert module.check(70000) is None
    try:
        module.check(70001)
    except module.Error as error:
        assert str(error) == "too much"
    else:
        raise AssertionError("above the limit")
    return []
