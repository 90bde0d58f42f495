import pickle
import sys


def exercise(module):
    Roster = module.Roster
    assert issubclass(Roster, list)
    r = Roster("me", limit=2)
    assert r == [] and r.owner == "me" and r.limit == 2
    r.append(1)
    r.append(r)
    try:
        r.append(3)
    except OverflowError:
        pass
    else:
        raise AssertionError("OverflowError expected")
    assert len(r) == 2 and r[1] is r
    plain = Roster()
    plain.extend("abc")
    assert sorted(plain, reverse=True) == ["c", "b", "a"]
    assert plain.limit == 100 and plain.owner is None
    try:
        pickle.dumps(plain, 0)
    except TypeError:
        pass
    else:
        raise AssertionError("TypeError expected")
    if sys.modules.get("roster") is module:
        copy = pickle.loads(pickle.dumps(plain, 2))
        assert type(copy) is Roster and copy == plain

    class Team(Roster):
        pass

    team = Team(r)
    team.self = team
    team.append(team)
    return [r, plain, Team("x"), Roster(r)]


def instances(module):
    return [module.Roster(i) for i in range(10)]
