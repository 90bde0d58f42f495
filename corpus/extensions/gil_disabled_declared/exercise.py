"""Hashes, at once and piece by piece."""


def exercise(module):
    fnv = module.Fnv()
    fnv.update(b"foo")
    fnv.update(bytearray(b"bar"))
    assert fnv.intdigest() == module.hash(b"foobar") == 0x85944171F73967E8
    return [fnv, module.Fnv()]


def check(module):
    assert module.hash(b"") == 0xCBF29CE484222325
    assert error_of(module.hash, "x") == "TypeError: a bytes-like object is required, not 'str'"
    assert error_of(module.Fnv().update, 1) == "TypeError: a bytes-like object is required, not 'int'"
    assert module.Fnv.__doc__ == "FNV-1a, 64 bits"

    class Named(module.Fnv):
        name = "fnv"

    assert Named().intdigest() == module.hash(b"")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
