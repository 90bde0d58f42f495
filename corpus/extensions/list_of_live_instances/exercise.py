"""Links that are found by their handles, and no longer once they are gone."""


def exercise(module):
    heard = []
    first, second = module.Link(1), module.Link(2)
    found = [module.send(number, lambda link, count: heard.append((link, count))) for number in (1, 2, 2, 3)]
    assert [(first, 1), (second, 1), (second, 2)] == heard
    assert type(heard[0][0]) is module.Link
    return found


def check(module):
    link = module.Link(7)
    assert module.send(7, lambda found, count: None)
    del link
    assert not module.send(7, lambda found, count: None)
