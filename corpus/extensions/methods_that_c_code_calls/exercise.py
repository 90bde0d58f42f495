"""Methods of a type that C code calls with what it is given, and with an object that a global holds."""

import io


def exercise(module):
    stream = module.Stream()
    module.Stream(stream)
    module.scaled(3)
    return [stream, stream.copy(), stream.scaled(0), module.another()]


def check(module):
    class Closed:
        def readable(self):
            return False

    class Silent:
        pass

    stream = module.Stream(io.BytesIO())
    assert stream.check() is True and module.Stream(stream).check() is True
    assert type(stream.copy()) is type(stream.__copy__()) is type(module.another()) is module.Stream
    assert module.scaled(3) == 9 and module.scaled(1.5) == 2.25
    assert stream.scaled(7) == 7
    try:
        module.Stream(Closed())
    except module.NotReadable as error:
        assert str(error) == "not readable"
    else:
        raise AssertionError("no error")
    try:
        module.Stream(Silent())
    except AttributeError:
        pass
    else:
        raise AssertionError("no error")
