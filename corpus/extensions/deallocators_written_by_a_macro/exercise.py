from contextlib import suppress


def exercise(module):
    class Flock(module.SheepPen):
        pass

    pens = [module.SheepPen(3), module.GoatPen(2, []), Flock(8, {})]
    assert [pen.room() for pen in pens] == [37, 10, 32]
    cycle = Flock(1)
    cycle.own = cycle
    pens[0].__init__(4, pens[1])
    with suppress(ValueError):
        module.GoatPen(13)
    return [*pens, module.Gate()]


def check(module):
    with suppress(TypeError):
        module.SheepPen()
    farm = []
    farm.append(module.GoatPen(1, farm))
    assert farm[0].room() == 11


def instances(module):
    return [module.SheepPen(1), module.GoatPen(1), module.Gate()]
