"""Objects that are initialised twice: a second type reference would never be released."""


def exercise(module):
    prefix = module.Prefix(0x0A010203, 16)
    assert repr(prefix) == "Prefix(10.1.0.0/16)"
    parent = prefix.parent()
    assert repr(parent) == "Prefix(10.0.0.0/15)"
    assert parent != prefix
    assert module.Prefix(0x0A010000, 16) == prefix
    assert hash(module.Prefix(0x0A010000, 16)) == hash(prefix)
    assert module.Prefix(1, 0).parent() is None
    return [prefix, parent]


def check(module):
    assert error_of(module.Prefix, 0, 33) == "ValueError: bits must be in 0..32"
    assert error_of(module.Prefix) == "TypeError: function takes at least 1 argument (0 given)"
    assert error_of(lambda: module.Prefix(0) < module.Prefix(1)) == (
        "TypeError: '<' not supported between instances of 'object_new_then_object_init.Prefix'"
        " and 'object_new_then_object_init.Prefix'"
    )
    assert module.Prefix(0) != 0
    assert error_of(type, "Sub", (module.Prefix,), {}).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
