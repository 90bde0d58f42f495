"""Results that are tuples with names."""

import pickle


def exercise(module):
    used = module.usage(1.5, 0.25, 3)
    assert used == (1.5, 0.25, 3)
    assert (used.user, used.system, used.faults, used.label) == (1.5, 0.25, 3, "slow")
    user, *_ = used
    assert user == used[0]
    pair = module.swap((1, 2))
    assert (pair.left, pair.right) == (2, 1)
    assert module.swap(pair) == (1, 2)
    return [used, pair, module.pair("ab")]


def check(module):
    kind = module.usage_result
    assert (kind.n_sequence_fields, kind.n_fields, kind.n_unnamed_fields) == (3, 4, 0)
    assert kind.__doc__ == "What was used."
    assert kind.__mro__ == (kind, tuple, object)
    assert kind.__module__ == "struct_sequence"
    assert repr(module.pair((1, 2))) == "struct_sequence.pair(left=1, right=2)"
    assert pickle.loads(pickle.dumps(module.swap((1, 2)))) == (2, 1)
    assert error_of(module.swap, [1, 2]) == "TypeError: a pair is required"
    assert error_of(kind, (1,)).startswith("TypeError: struct_sequence.usage_result() takes an at least 3-sequence")
    assert error_of(setattr, module.pair("ab"), "left", 1) == "AttributeError: readonly attribute"
    assert error_of(type, "Sub", (module.pair,), {}) == (
        "TypeError: type 'struct_sequence.pair' is not an acceptable base type"
    )


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
