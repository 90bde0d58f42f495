"""Types with constants in dictionaries that a variable led to."""


def exercise(module):
    level = module.Level(3)
    assert not level.is_highest()
    assert module.Level(9000).is_highest()
    assert level.HIGHEST == 9000
    assert module.Mark().EMPTY is None
    return [level]


def check(module):
    assert module.Level.reset is None
    assert vars(module.Level)["HIGHEST"] == 9000

    class Higher(module.Level):
        HIGHEST = 2

    assert Higher(2).is_highest()
    assert Higher.reset is None
