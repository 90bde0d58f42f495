def exercise(module):
    root = module.Node()
    child = module.Node(root)
    assert root.name() == "root"
    assert "Node" in child.name()
    try:
        module.Node(1)
    except TypeError as error:
        assert "parent" in str(error)
    else:
        raise AssertionError("a number is no node")
    return [root, child]
