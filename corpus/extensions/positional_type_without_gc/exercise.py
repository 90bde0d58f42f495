"""Checksums made by a factory function; the type itself can't be called."""


def exercise(module):
    first = module.new(b"123456789")
    second = first.copy()
    second.update(b"more")
    assert first.digest() == 0xF4
    assert second.digest() != 0xF4
    assert repr(first) == "<crc8 of 9 bytes: 244>"
    assert repr(second).startswith("<crc8 of 13 bytes")
    return [first, second, module.new()]


def check(module):
    assert error_of(module.Crc8) == "TypeError: cannot create 'positional_type_without_gc.Crc8' instances"
    assert error_of(module.Crc8.__new__, module.Crc8).startswith("TypeError")
    assert error_of(object.__new__, module.Crc8).startswith("TypeError")
    assert error_of(type, "Sub", (module.Crc8,), {}).startswith("TypeError: type 'positional_type_without_gc.Crc8'")
    assert error_of(module.new().update, 1) == "TypeError: a bytes-like object is required, not 'int'"
    assert module.Crc8.update.__text_signature__ == "($self, data, /)"
    assert module.Crc8.__doc__ == "A checksum that is fed piece by piece."
    assert module.Crc8.__module__ == "positional_type_without_gc"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
