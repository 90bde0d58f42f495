def exercise(module):
    class Own(module.Context):
        pass

    contexts = [module.Context(), Own()]
    assert module.last() is None
    assert module.digits() == 4
    for context in contexts:
        context.use("down")
        assert module.last() is context
        assert context.way == "down"
        context.way = "half even"
        module.set_ways((context,), "up")
        assert context.way == "up"
        assert not context.flags.get(module.Rounded)
        assert raised(module.Rounded, context.raise_, 2)
        assert context.flags.get(module.Rounded)
    assert raised(ValueError, contexts[0].use, "nowhere")
    assert raised(ValueError, contexts[0].use, 3)
    assert raised(TypeError, module.set_ways, (3,), "up")
    cycle = Own()
    cycle.self = cycle
    cycle.use(None)
    assert module.last() is cycle
    del cycle
    contexts[0].use(None)
    module.Context().use(None)
    assert module.last() is None
    return [*contexts, module.Flags()]


def raised(error, call, *args):
    try:
        call(*args)
    except error:
        return True
    return False


def instances(module):
    return [module.Context(), module.Flags()]
