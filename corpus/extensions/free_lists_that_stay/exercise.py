"""More instances than the lists hold."""


def exercise(module):
    module.fill()
    for kind in (module.Open, module.Buffer, module.Filled):
        made = [kind() for _ in range(40)]
        assert len(set(map(id, made))) == 40
        made.clear()
    assert module.greeting() == "hello"
    return [module.Open(), module.Buffer(), module.Filled(), module.Box(1)]
