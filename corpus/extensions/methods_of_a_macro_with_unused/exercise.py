"""Methods that one macro writes, with a parameter that nothing uses."""


def exercise(module):
    cursor = module.Cursor(2)
    found = [cursor.next(), cursor.last(), cursor.prev(), cursor.first()]
    assert found == [1, 2, 1, 0]
    try:
        cursor.prev()
    except module.CursorError as error:
        assert str(error) == "no number -1"
    else:
        raise AssertionError
    return [cursor, found]


def check(module):
    class Derived(module.Cursor):
        pass

    assert Derived(3).last() == 3
