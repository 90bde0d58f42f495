"""A generator whose state can be saved and put back."""

import pickle


def exercise(module):
    generator = module.Generator(42)
    first = generator.draw(1000)
    saved = generator.getstate()
    second = generator.draw(1000)
    other = module.Generator()
    other.__setstate__(saved)
    assert other.draw(1000) == second
    assert saved.endswith("/1")
    assert 0 <= first < 1000
    try:
        other.__setstate__("x")
    except module.StateError as error:
        assert str(error) == "bad state: 'x'"
    else:
        raise AssertionError("no error")
    return [generator, other]


def check(module):
    generator = module.Generator(7)
    generator.draw(10)
    assert generator.__reduce__()[0] is module.Generator
    twin = pickle.loads(pickle.dumps(generator))
    assert [twin.draw(100) for _ in range(5)] == [generator.draw(100) for _ in range(5)]
    assert error_of(generator.draw, 0) == "StateError: nothing to draw from"
    assert error_of(generator.draw, -1).startswith("OverflowError")
    assert error_of(generator.__setstate__, 1) == "StateError: bad state: 1"
    assert issubclass(module.StateError, ValueError)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
