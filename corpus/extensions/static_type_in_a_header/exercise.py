"""Piles, made in both ways."""


def exercise(module):
    pile = module.make(3)
    pile.grow(2)
    return [pile, module.Pile()]


def check(module):
    pile = module.make(3)
    pile.grow(4)
    assert len(pile) == 7
    assert len(module.Pile()) == 0
    try:
        pile.grow("more")
    except TypeError:
        pass
    else:
        raise AssertionError("grows by a number only")
