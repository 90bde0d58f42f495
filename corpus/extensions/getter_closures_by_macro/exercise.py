"""Ask a connection for its exceptions."""


def exercise(module):
    connection = module.Connection()
    assert connection.NotFoundError.__base__ is connection.Error
    assert type(connection).Error.__doc__ == "the class Error"
    return [connection]


def check(module):
    exercise(module)
