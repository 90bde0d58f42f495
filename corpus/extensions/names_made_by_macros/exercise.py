"""Every attribute's name, and two of three functions, come out of a macro."""


def exercise(module):
    assert module.upper("a") == "A"
    assert module.lower("B") == "b"
    assert module.title("c d") == "C D"
    assert module.upper(None) == "NOTHING"
    assert module.title(None) == "Nothing"
    try:
        module.lower(1)
    except module.ShoutError as error:
        assert str(error) == "lower needs text"
    else:
        raise AssertionError("no error")
    return []


def check(module):
    for name in ("upper", "lower"):
        try:
            getattr(module, name)(b"x")
        except module.ShoutError as error:
            assert str(error) == name + " needs text"
        else:
            raise AssertionError("no error")
