"""A tuple with names that is made and compared in a way of its own."""

import copy
import pickle


def exercise(module):
    three = module.Level(3)
    assert three.value == 3 and three == 3 and three != 4
    assert module.Level(value=3) == three
    assert three < module.highest() and sorted([module.highest(), three])[0] is three
    assert str(three) == "3"
    assert (three == "3") is False
    return [three, module.highest(), module.Level.__new__(module.Level, 1)]


def check(module):
    level = module.Level
    assert repr(level(3)) == "struct_sequence_with_own_slots.Level(value=3)"
    assert level.__doc__ == "A number from 0 to 9."
    assert hash(level(3)) == hash((3,))
    assert "__eq__" not in vars(level)
    assert error_of(level, 10) == "ValueError: a level is a number from 0 to 9"
    assert error_of(level) == "TypeError: function missing required argument 'value' (pos 1)"
    assert error_of(level.__new__, tuple, 1).startswith("TypeError: ")
    assert error_of(lambda: level(1) < "1").startswith("TypeError: '<' not supported between instances of ")
    assert error_of(type, "Sub", (level,), {}).endswith(" is not an acceptable base type")
    assert error_of(copy.copy, level(3)) == error_of(pickle.loads, pickle.dumps(level(3)))


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
