"""A type in one unit, the exceptions in another, a header between them."""


def exercise(module):
    store = module.create()
    store.put(1)
    other = module.create()
    other.put(2)
    other.merge(store)
    assert len(other) == 2
    assert module.is_store(store)
    assert not module.is_store([])
    store.close()
    try:
        store.put(1)
    except module.CLOSED as error:
        assert str(error) == "code 2"
    else:
        raise AssertionError("no error")
    return [store, other]


def check(module):
    store = module.create()
    for number in range(3):
        store.put(number)
    assert error_of(store.put, 4) == "FULL: code 1"
    closed = module.create()
    closed.close()
    assert error_of(store.merge, closed) == "CLOSED: code 2"
    assert error_of(store.merge, []) == "TypeError: a Store is required, not list"
    assert module.GONE is not module.CLOSED
    assert module.GONE.__bases__ == module.FULL.__bases__ == (module.Error,)
    assert error_of(module.Store) == "TypeError: cannot create 'header_shared_types_and_exceptions.Store' instances"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
