"""Gates that raise an error of their module."""


def exercise(module):
    gate = module.Gate()
    assert 3 == gate.pass_(3)
    assert "nobody passes" == refused(module, gate)
    return [gate]


def check(module):
    class Door(module.Gate):
        pass

    assert "nobody passes" == refused(module, Door())
    assert module.ask() + 1 == module.ask()


def refused(module, gate):
    try:
        gate.pass_(-1)
    except module.Error as error:
        return str(error)
    return "passed"
