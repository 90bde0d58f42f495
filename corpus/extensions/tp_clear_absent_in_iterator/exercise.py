"""The iterator's next uses its ring unchecked: nothing may clear that pointer while the iterator lives."""

import gc


def exercise(module):
    ring = module.Ring()
    for number in range(9):
        dropped = ring.push(number)
    assert dropped == 0
    assert list(ring) == [8, 1, 2, 3, 4, 5, 6, 7]
    iterator = iter(ring)
    assert next(iterator) == 8
    return [ring, iterator]


def check(module):
    iterator_type = type(iter(module.Ring()))
    assert error_of(iterator_type) == ("TypeError: cannot create 'tp_clear_absent_in_iterator.RingIterator' instances")
    assert error_of(module.Ring, 1).startswith("TypeError")
    last_words = []

    class Witness:
        """Uses the iterator while the collector takes everything apart."""

        def __del__(self):
            last_words.append(next(self.iterator, "empty"))

    for _ in range(3):
        ring = module.Ring()
        witness = Witness()
        witness.iterator = iter(ring)
        ring.push(7)
        # Not a cycle through the ring: whether that one is collected may differ.
        witness.me = witness
        del ring, witness
        gc.collect()
    assert last_words == [7, 7, 7]
    ring = module.Ring()
    ring.__init__()
    assert list(ring) == []


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
