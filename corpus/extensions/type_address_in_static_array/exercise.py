"""Types that are found through a constant table of their addresses."""


def exercise(module):
    rgb = module.by_name("rgb")(1, 2, 3)
    hsv = module.by_name("hsv")(0, 0, 255)
    assert repr(rgb) == "rgb(1, 2, 3)"
    assert repr(hsv) == "hsv(0, 0, 255)"
    return [rgb, hsv, module.Mixer()]


def check(module):
    assert module.by_name("rgb") is module.by_name("rgb")
    assert module.by_name("rgb") is not module.by_name("hsv")
    assert error_of(module.by_name, "cmyk") == "LookupError: no colour model 'cmyk'"
    assert error_of(module.by_name("rgb"), 1, 2, 256).startswith("OverflowError")
    assert error_of(module.Mixer.__new__, int).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
