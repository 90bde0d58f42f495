"""Works in release and debug builds; the latter have a function more."""


def exercise(module):
    heap = module.Heap()
    assert heap.push(3) == 1
    assert heap.push(1) == 2
    if hasattr(module, "_check_heap"):
        assert module._check_heap(heap) == 2
    assert heap.pop() == 1
    assert heap.pop() == 3
    try:
        heap.pop()
    except IndexError as error:
        assert str(error) == "pop from an empty heap"
    else:
        raise AssertionError("no error")
    return [heap]


def check(module):
    heap = module.Heap()
    assert error_of(heap.push, None) == "ValueError: None has no priority"
    heap.push(1)
    assert error_of(heap.push, "x").startswith("TypeError: '<' not supported")
    if hasattr(module, "_check_heap"):
        assert error_of(module._check_heap, 1) == "TypeError: a Heap is required"
    assert error_of(type, "Sub", (module.Heap,), {}).startswith("TypeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
