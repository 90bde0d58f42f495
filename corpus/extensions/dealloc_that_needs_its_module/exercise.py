"""One instance of each type, and what is told of the first."""


def exercise(module):
    ended = []
    module.tell(lambda: ended.append(1))
    module.Told()
    assert ended == [1]
    module.tell(dict)
    return [module.greeting(), module.Buffered(1), module.Keyed(2), module.Late(3), module.Cell(), module.Mark()]
