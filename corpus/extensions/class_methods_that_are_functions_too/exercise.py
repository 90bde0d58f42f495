"""Functions that stand in the module's table, and as methods and class methods in those of two types."""


def exercise(module):
    one = module.from_bytes(b"ab")
    return [one, module.Frame.from_bytes(b""), one.from_bytes(b""), module.Wide(), module.FrameError("x")]


def check(module):
    class Narrow(module.Frame):
        pass

    one = module.from_bytes(b"ab")
    made = [one, module.Frame.from_bytes(b"ab"), Narrow.from_bytes(b"ab"), one.from_bytes(b"ab")]
    assert {type(other) for other in made} == {module.Frame}
    checking = (module, one, module.Wide, module.Wide())
    assert [owner.check(one) for owner in checking] == [195] * 4
    assert {_told(module, owner.check, 3) for owner in checking} == {"no frame: 3"}
    assert {_told(module, owner.fail) for owner in checking[1:]} == {"as told"}
    making = (module, module.Frame, Narrow, one)
    assert {_told(module, owner.from_bytes, b"123456789") for owner in making} == {"too long"}


def _told(module, function, *arguments):
    try:
        function(*arguments)
    except module.FrameError as error:
        return str(error)
    return None
