"""Nodes that callbacks measure."""


def exercise(module):
    nodes = [module.Node(3), module.Node(4)]
    assert module.measure(nodes) == (7, 4)
    tell = nodes[0].teller()
    assert tell() == 3
    return nodes


def check(module):
    tell = module.Node(5).teller()
    assert tell() == 5
    for wrong in ([1], (module.Node(1),)):
        try:
            module.measure(wrong)
        except TypeError:
            pass
        else:
            raise AssertionError(wrong)
