"""Trees of six kinds."""


def exercise(module):
    kinds = (module.Ash, module.Beech, module.Elm, module.Fir, module.Oak, module.Yew)
    trees = [kind(height) for height, kind in enumerate(kinds)]
    assert repr(trees[4]) == "<many_types_made_together.Oak of 4>"
    return trees
