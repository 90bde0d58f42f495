"""An iterator that the collector already knew, and whose type is not exported."""

import gc
import operator


def exercise(module):
    assert list(module.pairs("abc")) == [("a", "b"), ("b", "c")]
    iterator = module.pairs([1, 2, 3])
    assert iter(iterator) is iterator
    assert operator.length_hint(iterator) == 2
    assert next(iterator) == (1, 2)
    done = module.pairs(())
    assert next(done, None) is None
    assert operator.length_hint(done) == 0
    return [iterator, done]


def check(module):
    kind = type(module.pairs(""))
    assert error_of(kind) == "TypeError: cannot create 'gc_iterator_type.pairs_iterator' instances"
    assert error_of(object.__new__, kind).startswith("TypeError")
    assert error_of(module.pairs, 1) == "TypeError: a sequence is required, not 'int'"
    assert gc.is_tracked(module.pairs([]))

    class Watched(list):
        """Tells by `alive` how many there are."""

        alive = 0

        def __init__(self, items):
            super().__init__(items)
            Watched.alive += 1

        def __del__(self):
            Watched.alive -= 1

    watched = Watched([1, 2])
    watched.append(module.pairs(watched))
    assert any(found is watched for found in gc.get_referents(watched[-1]))
    del watched
    gc.collect()
    assert Watched.alive == 0


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
