"""Put boxes under lids."""


def exercise(module):
    lid = module.Lid(module.Box(3))
    lid.put(module.Box())
    for put, message in (
        (lid.put, "put() argument must be clinic_by_self.Box, not int"),
        (module.Lid, "Lid() argument 1 must be clinic_by_self.Box, not int"),
    ):
        try:
            put(3)
        except TypeError as error:
            assert str(error) == message, error
        else:
            raise AssertionError
    try:
        module.Box(size=3)
    except TypeError as error:
        assert str(error) == "Box() takes no keyword arguments", error
    else:
        raise AssertionError

    class Crate(module.Box):
        def __init__(self, *args, **keywords):
            pass

    lid.put(Crate(2, color="red"))
    return [lid, module.Lid(Crate())]


def check(module):
    exercise(module)
