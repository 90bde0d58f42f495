"""Slots of objects, and a static method that tells their names."""


def first():
    """Be an owner."""


def second():
    """Be another owner."""


def exercise(module):
    slots = [module.Slot(first), module.Slot(second)]
    assert module.ordered(second, first) == [first, second]
    assert module.Slot.label(first) == "slot of first"
    assert slots[0].label(second) == "slot of second"
    return slots


def check(module):
    assert error_of(module.Slot.label, 1).startswith("AttributeError: 'int' object has no attribute '__name__'")
    assert error_of(module.ordered, first, 1).startswith("AttributeError: 'int' object has no attribute '__name__'")
    assert isinstance(vars(module.Slot)["label"], staticmethod)


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
