import harbour


def exercise(module):
    assert harbour.Berth is not None
    assert module.tide(0) == 0 and module.tide(6) == 36 and module.tide(23) == 529
    assert module.guide("Anna") == "Anna comes in"
    berth = module.Berth("north")
    assert berth.name == "north" and bytes(memoryview(berth)) == b"north"
    assert module.KINDS[0] is module.Berth and issubclass(module.KINDS[1], Exception)
    before = module.moored()
    berth.moor(1)
    assert module.moored() > before
    try:
        berth.moor(12)
    except module.KINDS[1] as delay:
        assert str(delay) == "tide of 144 at north"
    else:
        raise AssertionError("Delay expected")
    for bad in (lambda: module.Berth(), lambda: module.Berth(3), lambda: module.tide("a")):
        try:
            bad()
        except TypeError:
            pass
        else:
            raise AssertionError("TypeError expected")
    return [berth, module.Berth("south")]


def instances(module):
    return [module.Berth(str(i)) for i in range(10)]
