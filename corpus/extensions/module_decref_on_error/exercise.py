"""Compiled formats, made by a function, and their results."""


def exercise(module):
    compiled = module.compile("u4s4u8")
    result = compiled.unpack(0x1F00)
    assert result.values == (1, -1, 0)
    try:
        module.compile("u4x")
    except ValueError as error:
        assert str(error) == "bad format at 'x'"
    else:
        raise AssertionError("no error")
    return [compiled, result]


def check(module):
    for kind in (module.CompiledFormat, module.Result):
        assert error_of(kind) == f"TypeError: cannot create 'module_decref_on_error.{kind.__name__}' instances"
    assert module.compile("").unpack(1).values == ()
    assert error_of(module.compile("u1").unpack, "x").startswith("TypeError")
    assert error_of(module.compile, "u1" * 9) == "ValueError: bad format at 'u1'"
    for _ in range(100):
        error_of(module.compile, "u99")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
