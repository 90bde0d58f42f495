"""Make instances of types whose bases are CPython's own, which visit no type."""


def exercise(module):
    cluster = module.Cluster(1, 2)
    assert module.is_cluster(cluster) and not module.is_cluster((1, 2)) and cluster == (1, 2)
    try:
        raise module.Error("broken", 5)
    except Exception as error:
        assert isinstance(error, module.Error) and error.args == ("broken", 5)
        assert str(error) == "('broken', 5)"

    class Worse(module.Error):
        pass

    assert str(Worse("it")) == "it"
    return [cluster, module.Error("x")]
