"""Push, pop and iterate."""

import weakref


def exercise(module):
    stack = module.Stack()
    stack.push(1)
    stack.push("two")
    assert list(stack) == [1, "two"]
    assert len(stack) == 2
    assert stack.pop() == "two"
    return [stack, iter(stack)]


def check(module):
    stack = module.Stack()
    try:
        stack.pop()
    except module.EmptyError as error:
        assert str(error) == "pop from an empty stack"
    else:
        raise AssertionError
    reference = weakref.ref(stack)
    assert reference() is stack
    del stack
    assert reference() is None

    class Pile(module.Stack):
        pass

    pile = Pile()
    pile.push(pile)
    assert pile.pop() is pile
    try:
        type(iter(pile))()
    except TypeError:
        pass
    else:
        raise AssertionError
