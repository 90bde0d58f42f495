"""The module looks at its own namespace, through a pointer of the whole process."""


def exercise(module):
    module.parser = float
    assert module.parse("1.5") == 1.5
    angle = module.Angle("2.5")
    assert float(angle) == 2.5
    module.parser = lambda text: float(text) * 2
    assert module.parse("1.5") == 3.0
    assert module.MAXIMUM == 360.0
    return [angle, module.Scale()]


def check(module):
    module.parser = float
    assert error_of(module.Angle, "x").startswith("ValueError")
    assert error_of(module.Angle) == "TypeError: Angle() takes exactly 1 argument (0 given)"
    del module.parser
    assert error_of(module.parse, "1").startswith("AttributeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
