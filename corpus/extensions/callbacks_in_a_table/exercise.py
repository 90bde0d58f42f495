"""What a table of functions opens, by instances whose type alone is read."""


def raised(module, call, *args):
    try:
        call(*args)
    except module.DrawerError as error:
        return str(error)
    raise AssertionError("no error")


def exercise(module):
    class Labelled(module.Drawer):
        label = "socks"

    shirts = object()
    plain = module.Drawer(0, shirts)
    assert plain.open("mine") is shirts
    assert raised(module, module.Drawer(0).open, "mine") == "nothing in it"
    assert raised(module, module.Drawer(1).open, "you") == "callbacks_in_a_table.Drawer is locked for you"
    assert module.Drawer(2).open("key") == "key"
    assert Labelled(2).open("key") == "socks"
    someone = object()
    for each in (someone, "nobody", someone):
        module.set_owner(each)
        assert module.Drawer(3).open("it") is each
    try:
        module.set_owner(1, 2)
    except TypeError:
        assert Labelled(3).open("it") is someone
    else:
        raise AssertionError("no error")
    cycle = Labelled(0, [])
    cycle.open("it").append(cycle)
    return [plain, Labelled(1)]


def check(module):
    assert raised(module, module.Drawer, 4) == "no such way"
