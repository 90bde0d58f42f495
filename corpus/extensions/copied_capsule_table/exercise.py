"""Count sockets, by the table of `_socket`."""

import socket


def exercise(module):
    counter = module.Counter()
    with socket.socket() as one:
        assert [counter.add(one), counter.add(one)] == [1, 2]
    try:
        counter.add(3)
    except TypeError as error:
        assert str(error).startswith("add() argument must be "), error
    else:
        raise AssertionError
    try:
        module.expire()
    except OSError as error:
        assert (type(error), str(error)) == (socket.timeout, "too late")
    else:
        raise AssertionError
    return [counter]


def check(module):
    exercise(module)
