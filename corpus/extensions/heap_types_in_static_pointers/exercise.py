"""Types that were heap types before already; whether they can be changed stays as it was."""


def exercise(module):
    stack = module.Stack()
    stack.push(1)
    stack.push(2)
    assert list(stack) == [2, 1]
    iterator = iter(stack)
    assert next(iterator) == 2
    assert (stack.pop(), stack.pop()) == (2, 1)
    assert next(iterator, "gone") == "gone"
    try:
        stack.pop()
    except module.EmptyError as error:
        assert str(error) == "empty stack"
    else:
        raise AssertionError("no error")
    return [stack, iterator]


def check(module):
    module.Stack.note = "a heap type without the immutable flag"
    assert module.Stack().note
    del module.Stack.note
    assert issubclass(module.EmptyError, IndexError)
    assert module.Stack.__module__ == "heap_types_in_static_pointers"
    assert type(iter(module.Stack())).__name__ == "StackIter"
