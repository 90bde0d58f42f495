"""The module's variable is declared with another, behind the type that is made ready first."""


def exercise(module):
    box = module.Box()
    assert box.add() == 1
    assert box.add() == 2
    return [box]


def check(module):
    assert module.UNIT == "boxes"
    assert module.Box.__name__ == "Box"
