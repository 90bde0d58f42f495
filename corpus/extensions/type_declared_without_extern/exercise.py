"""Reels that are turned."""


def exercise(module):
    reel = module.Reel()
    assert [reel.turn(), reel.turn()] == [1, 2]
    assert module.is_reel(reel)
    assert not module.is_reel([])
    return [reel]


def check(module):
    assert list(map(lambda *item: item, module.Reel(), "ab")) == [(1, "a"), (2, "b")]
