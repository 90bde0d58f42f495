"""Every failing call frees a half-built object; none may free the data that another one still uses."""


def exercise(module):
    array = module.Array((1.0, 2, 3.5, 4))
    window = array.window(1, 3)
    for bad in ((0, 9), (3, 2), (-1, 1), ("x", 1)):
        try:
            array.window(*bad)
        except (IndexError, TypeError):
            continue
        raise AssertionError(bad)
    assert list(array) == [1.0, 2.0, 3.5, 4.0]
    assert list(window) == [2.0, 3.5]
    inner = window.window(1, 2)
    del array, window
    assert (len(inner), inner[0]) == (1, 3.5)
    return [inner, module.Array(())]


def check(module):
    assert error_of(module.Array, (1, "x")) == "TypeError: must be real number, not str"
    assert error_of(module.Array, [1]) == "TypeError: Array() argument 1 must be tuple, not list"
    array = module.Array((1,))
    assert error_of(array.window) == "TypeError: window() takes exactly 2 arguments (0 given)"
    assert error_of(array.window, 0, 2) == "IndexError: window out of range"
    assert error_of(lambda: array[1]) == "IndexError: index out of range"
    for _ in range(1000):
        error_of(array.window, 0, 2)
        error_of(module.Array, (1, None))
    assert list(array) == [1.0]


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
