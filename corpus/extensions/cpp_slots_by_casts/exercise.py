"""Count by the steps of other objects."""


class By:
    def __init__(self, step):
        self.step = step


def exercise(module):
    counter = module.Counter()
    assert [counter.next(By(step)) for step in (1, 2, -5)] == [1, 3, -2]
    return [counter]


def check(module):
    for wrong in (By("x"), None):
        try:
            module.Counter().next(wrong)
        except (AttributeError, TypeError):
            pass
        else:
            raise AssertionError(wrong)
