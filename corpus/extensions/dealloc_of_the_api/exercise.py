"""Instances that only memory belongs to."""


def exercise(module):
    point = module.Point()
    point.x = 3
    assert (point.x, point.y) == (3, 0)
    assert type(module.die()).__name__ == "Die"
    return [point, module.die(), module.die(20)]
