"""Make boxes and lids."""


def exercise(module):
    box = module.Box(3)
    assert box.is_like(module.Box(3)) and not box.is_like(module.Box()) and not box.is_like(3)
    assert box.doubled().is_like(module.Box(6))
    for arguments, keywords, message in (
        ((3,), {}, "Lid() argument 1 must be argument_clinic.Box, not int"),
        ((), {}, "Lid expected 1 argument, got 0"),
        ((box,), {"x": 1}, "Lid() takes no keyword arguments"),
    ):
        try:
            module.Lid(*arguments, **keywords)
        except TypeError as error:
            assert str(error) == message, error
        else:
            raise AssertionError

    class Crate(module.Box):
        def __init__(self, *args, **keywords):
            pass

    crate = Crate(2, color="red")
    assert crate.is_like(module.Box(2)) and type(crate.doubled()) is module.Box
    return [box, module.Lid(box), module.Lid(crate), module.boxes(3)]


def check(module):
    exercise(module)
