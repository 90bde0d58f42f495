"""Objects of which there is one each."""

import copy
import pickle


def exercise(module):
    assert module.word(0) is module.gap and not module.gap
    assert module.word(4) is module.a4 and module.word(5) is module.word(5)
    assert module.word(7) == 7
    assert type(module.gap)() is module.gap
    assert module.known(module.gap) and module.known(module.word(5)) and not module.known(module.word(300))
    return [module.word(0), module.word(5), module.word(300)]


def check(module):
    assert repr(module.gap) == "gap"
    assert str(module.a4) == "A4 (210 mm)" and str(module.word(5)) == "A5 (148 mm)"
    assert str(module.word(300)) == "roll (300 mm)"
    assert copy.copy(module.gap) is module.gap
    assert error_of(type(module.gap), 1) == "TypeError: gap takes no arguments"
    assert error_of(type(module.a4)).startswith("TypeError: cannot create ")
    assert error_of(pickle.dumps, module.gap).startswith("PicklingError: ")
    assert error_of(setattr, module.gap, "x", 1).startswith("AttributeError: ")
    for name in ("Gap", "Paper"):
        assert error_of(type, name, (type(module.gap if name == "Gap" else module.a4),), {}).startswith("TypeError: ")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
