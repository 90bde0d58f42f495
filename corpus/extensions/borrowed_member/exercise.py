"""A child outlives its parent; a parent that was visited from the child would be freed too early."""

import gc
import sys


def exercise(module):
    root = module.Node("root")
    leaf = root.add(module.Node("leaf"))
    assert leaf.parent is root
    assert root.children == (leaf,)
    assert root.label == "root"
    orphan = module.Node("old").add(module.Node("orphan"))
    assert orphan.parent is None
    return [root, leaf, orphan]


def check(module):
    root = module.Node([])
    leaf = root.add(module.Node("leaf"))
    before = sys.getrefcount(root)
    for _ in range(3):
        gc.collect()
    assert sys.getrefcount(root) == before
    assert leaf.parent is root
    del root
    gc.collect()
    assert leaf.parent is None
    assert leaf.label == "leaf"
    assert error_of(leaf.add, leaf) == "ValueError: node is in a tree already"
    assert error_of(leaf.add, 1) == "TypeError: expected a Node, got int"
    assert error_of(setattr, leaf, "parent", None).startswith("AttributeError")


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
