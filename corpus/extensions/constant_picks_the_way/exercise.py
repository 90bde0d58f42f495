"""Every error, and buffers that are freed on all ways."""

import gc
import warnings


def exercise(module):
    buffer = module.Buffer([])
    for number in range(40):
        buffer.push(number % 100)
    assert buffer.pop() == 39
    return [buffer]


def check(module):
    buffer = module.Buffer(None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert error_of(buffer.pop) == "BufferError: the buffer is empty"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert error_of(buffer.pop) == "UserWarning: empty"
    assert error_of(buffer.fail, -4) == "BufferError: out of range"
    assert error_of(buffer.fail, 7) == "BufferError: unknown error"
    assert error_of(buffer.fail, -1) == "MemoryError: "
    assert error_of(buffer.fail, 0) == "OverflowError: a buffer holds 64 bytes"
    for number in range(64):
        buffer.push(number)
    assert error_of(buffer.push, 1) == "OverflowError: a buffer holds 64 bytes"
    cycle = []
    cycle.append(module.Buffer(cycle))
    for number in range(40):
        cycle[0].push(number)
    del cycle
    gc.collect()


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
