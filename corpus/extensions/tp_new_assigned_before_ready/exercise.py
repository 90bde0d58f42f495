"""Types whose slots are filled in by the init function; tp_new makes both callable."""


def exercise(module):
    counter = module.Counter(3)
    assert counter.step(4) == 7
    counter.value = 1
    assert (counter.value, counter.highest) == (1, 7)
    limit = module.limit(12)
    assert limit.highest == 12
    return [counter, limit, type(limit)()]


def check(module):
    assert module.Counter(start=2).step(-1) == 1
    assert error_of(module.Counter, "x").startswith("TypeError")
    assert error_of(setattr, module.Counter(), "highest", 1) == "AttributeError: readonly attribute"

    class Loud(module.Counter):
        def step(self, by):
            return super().step(by) * 10

    assert Loud(1).step(1) == 20
    limit = type(module.limit(0))
    assert limit.__new__(limit).highest == 0
    assert error_of(module.limit, "x").startswith("TypeError")
    assert error_of(type, "Sub", (limit,), {}) == (
        "TypeError: type 'tp_new_assigned_before_ready.Limit' is not an acceptable base type"
    )


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
