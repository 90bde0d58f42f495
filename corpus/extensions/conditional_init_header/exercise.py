"""Parity of two blocks, and the errors."""


def exercise(module):
    parity = module.Parity(2)
    assert parity.encode((b"\x01\x02", b"\x03\x00")) == b"\x02\x02"
    for bad in ((b"a",), (b"a", b"bc"), (b"a", "b")):
        try:
            parity.encode(bad)
        except module.Error:
            continue
        raise AssertionError(bad)
    return [parity]


def check(module):
    assert error_of(module.Parity, 0) == (
        "Error: Precondition violation: blocks is required to be greater than or equal to 1, but it was 0"
    )
    assert error_of(module.Parity(2).encode, (b"",)) == "Error: 2 blocks expected, 1 given"
    assert error_of(module.Parity, "x").startswith("TypeError")
    assert module.Error.__base__ is Exception

    class Raid(module.Parity):
        def __init__(self):
            super().__init__(blocks=1)

    assert Raid().encode((b"x",)) == b"x"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
