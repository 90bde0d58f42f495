def exercise(module):
    Vessel, Tanker = module.Vessel, module.Tanker
    assert issubclass(Tanker, Vessel)
    assert Tanker.__mro__ == (Tanker, Vessel, object)
    v = Vessel(name="Argo")
    t = Tanker("Vega", cargo=["oil"])
    assert v.describe() == "vessel.Vessel Argo"
    assert t.describe() == "vessel.Tanker Vega"
    assert not t.empty and Tanker("Rigel").empty
    assert v.__reduce__() == (Vessel, ("Argo",))
    assert t.__reduce__() == (Tanker, ("Vega", ["oil"]))
    assert Vessel.__new__(Tanker).empty

    class Barge(Tanker):
        pass

    class Boat(Vessel):
        pass

    barge = Barge("Tug", t)
    assert barge.cargo is t and barge.name == "Tug"
    boat = Boat("Dory")
    boat.self = boat
    loop = Tanker("loop")
    loop.cargo = loop
    try:
        Vessel()
    except TypeError:
        pass
    else:
        raise AssertionError("TypeError expected")
    return [v, t, barge, boat, Tanker("Mira")]


def instances(module):
    return [module.Tanker(i, [i]) for i in range(10)]
