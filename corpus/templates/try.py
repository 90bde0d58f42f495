"""Uses each module, in this interpreter and in others, and loads one again."""

import gc
import importlib
import sys
import weakref

USE = """
import gc
from boxes import _bytesbox, _down, _intbox, _left, _objectbox, _right, _up


def fails(error, message, function, *arguments):
    try:
        function(*arguments)
    except error as raised:
        assert str(raised) == message, raised
    else:
        raise AssertionError(message)


ints = _intbox.intBox()
for number in (3, 1, 2):
    ints.put(number)
assert [3, 1, 2] == ints.items() == ints.copy().items()
assert [1, 2, 3] == ints.sorted() and 6 == ints.sum()
assert _intbox.is_box(ints.copy()) and not _objectbox.is_box(ints)
fails(_intbox.BoxError, "nothing to sum up", _intbox.intBox().sum)

objects = _objectbox.objectBox()
objects.put(objects)
assert [objects] == objects.copy().items()
del objects
gc.collect()

pairs = _bytesbox.bytesBox()
for _ in range(8):
    pairs.put(b"ab")
fails(_bytesbox.BoxError, "this bytesbox is full", pairs.put, b"cd")
assert [b"ab"] * 8 == pairs.items() and not hasattr(pairs, "sorted")

left, right = _left.pair(1), _right.pair(1)
assert (1, "other") == (left.first, right.first) == (right.swap().first, left.swap().first)
up, down = _up.Tally(), _down.Tally()
assert (1, -1, 2, -2) == (up.step(), down.step(), up.step(), down.step())
fails(_up.Error, "no more to count", _up.fail)
fails(_down.Error, "no more to count", _down.fail)
assert _up.Error is not _down.Error and "boxes._down" == type(down).__module__
assert "other" == _right.standard() and "boxes._left" == type(left).__module__
"""


def in_other_interpreters():
    if sys.version_info < (3, 12):
        return
    try:
        import _interpreters
    except ImportError:
        import _xxsubinterpreters as _interpreters
    isolated = {"isolated": True} if sys.version_info < (3, 13) else {}
    for _ in range(3):
        number = _interpreters.create(**isolated)
        failed = _interpreters.run_string(number, f"import sys; sys.path[:] = {sys.path!r}\n{USE}")
        assert failed is None, failed
        _interpreters.destroy(number)


def loaded_again():
    first = importlib.import_module("boxes._intbox")
    del sys.modules["boxes._intbox"]
    second = importlib.import_module("boxes._intbox")
    box = type("Derived", (second.intBox,), {})()
    box.put(2)
    assert second is not first and second.is_box(box) and not first.is_box(box) and [2] == box.copy().sorted()
    gone = weakref.ref(second)
    del second, box, sys.modules["boxes._intbox"], sys.modules["boxes"].__dict__["_intbox"]
    gc.collect()
    assert gone() is None


sys.path.insert(0, ".")
exec(USE, {})
in_other_interpreters()
loaded_again()
