"""Two functions called check_size: one needs the module's state, one doesn't."""


def exercise(module):
    assert module.write_chunk(100) == "wrote 100"
    assert module.read_chunk(4096) == "read 4096"
    assert module.set_limit(200) == 100
    assert module.write_chunk(101) == "wrote 101"
    assert module.set_limit(100) == 200
    try:
        module.write_chunk(101)
    except module.SizeError as error:
        assert str(error) == "101 is larger than 100"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    assert error_of(module.read_chunk, 4097) == "OverflowError: can't read 4097 bytes"
    assert error_of(module.read_chunk, -1) == "OverflowError: can't read -1 bytes"
    assert error_of(module.set_limit, "x") == "TypeError: an int is required"
    assert error_of(module.write_chunk, "x").startswith("TypeError: write_chunk() argument 1 must be int")
    assert issubclass(module.SizeError, ValueError)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
