"""Weights that a function of the C library sorts: it hands on what its caller gives it."""

import contextlib


def exercise(module):
    class Heavy(module.Weight):
        pass

    found = module.sorted_weights([Heavy(3), module.Weight(1), module.Weight(2)])
    with contextlib.suppress(module.WeightError):
        module.sorted_weights([found[0], 7])
    return [found, module.compared(found)]


def check(module):
    weights = [module.Weight(number) for number in (5, 1, 4, 2)]
    assert repr(module.sorted_weights(weights)) == "[<1>, <2>, <4>, <5>]"
    count, has_size = module.compared(weights)
    assert count >= 3 and has_size
    assert module.compared([1, 2]) == (1, False)
    try:
        module.sorted_weights([1, 2, 3])
    except module.WeightError as error:
        assert str(error) == "only weights have a size"
    else:
        raise AssertionError("numbers were sorted")
