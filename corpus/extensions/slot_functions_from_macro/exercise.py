"""Every slot and every getter was written by a macro."""


def exercise(module):
    left, right = module.Vec(1, 2), module.Vec(3, 5)
    assert parts(left + right) == (4, 7)
    assert parts(right - left) == (2, 3)
    assert parts(left * right) == (3, 10)
    left.x = 0.5
    left.y += 1
    assert parts(left) == (0.5, 3)
    try:
        left.y = float("inf")
    except module.VecError as error:
        assert str(error) == "y must be finite"
    else:
        raise AssertionError("no error")
    return [left, left + right]


def parts(vec):
    return vec.x, vec.y


def check(module):
    vec = module.Vec(0, 0)
    name = "slot_functions_from_macro.Vec"
    assert error_of(lambda: vec + 1) == f"TypeError: unsupported operand type(s) for +: '{name}' and 'int'"
    assert error_of(lambda: 1 * vec) == f"TypeError: unsupported operand type(s) for *: 'int' and '{name}'"
    assert error_of(delattr, vec, "x") == "VecError: can't delete x"
    assert error_of(setattr, vec, "y", "1") == "TypeError: must be real number, not str"
    assert module.Vec.x.__doc__ == "the x part"
    assert issubclass(module.VecError, ValueError)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
