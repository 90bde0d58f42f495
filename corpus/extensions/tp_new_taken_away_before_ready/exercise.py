"""Types that take their tp_new away before they are made ready can't be called."""


def exercise(module):
    made = [module.draw(3), module.tear(4)]
    assert [one.number() for one in made] == [3, 4]
    for one in made:
        for attempt in (type(one), lambda one=one: object.__new__(type(one))):
            try:
                attempt()
            except TypeError:
                continue
            raise AssertionError("it can be made")
    return made
