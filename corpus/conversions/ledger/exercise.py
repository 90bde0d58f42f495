def exercise(module):
    entry = module.Entry([1])
    assert entry.item == [1]
    tag = module.Tag("a")
    assert module.count() >= 1
    many = [module.Entry(value) for value in range(40)]
    assert [one.item for one in many] == list(range(40)) and len(set(map(id, many))) == 40
    return [entry, tag]


def instances(module):
    return [module.Entry(module) for value in range(5)] + [module.Tag(str(value)) for value in range(5)]
