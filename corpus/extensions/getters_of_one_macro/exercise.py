"""Getters that one macro writes."""


def exercise(module):
    body = module.Body(2.0, 3.0)
    angle = body.phase
    assert (angle.value, body.size, body.half_phase) == (2.0, 3.0, None)
    body.known = 1
    assert body.half_phase.value == 1.0
    return [body, angle]


def check(module):
    class Planet(module.Body):
        pass

    planet = Planet(8.0, 1.0)
    planet.known = 1
    assert type(planet.phase) is type(module.Body(1, 1).phase)
    assert planet.half_phase.value == 4.0
