"""Functions that check the types of their arguments while parsing."""


def exercise(module):
    half, third = module.Fraction(2, 4), module.Fraction(-1, -3)
    between = module.mediant(half, third)
    assert [repr(each) for each in (half, third, between)] == ["1/2", "1/3", "2/5"]
    assert repr(module.scale(half, by=4)) == "2/1"
    rounder = module.Rounder()
    assert module.scale(between, 6, rounder=rounder) == 2
    assert module.describe(half) == ("ours", module.Fraction, 2)
    assert module.describe(1) == ("foreign", int)
    return [half, third, between, rounder]


def check(module):
    half = module.Fraction(1, 2)
    name = "parse_tuple_with_type"
    assert error_of(module.mediant, half, 1) == f"TypeError: mediant() argument 2 must be {name}.Fraction, not int"
    assert error_of(module.scale, half, 1, half).startswith("TypeError: ")
    assert error_of(lambda: module.scale(half, rounder=half)).endswith(f"must be {name}.Rounder, not {name}.Fraction")
    assert error_of(module.Fraction, 1, 0).startswith("ZeroDivisionError")

    class Up(module.Rounder):
        pass

    assert module.scale(half, 3, rounder=Up()) == 1


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
