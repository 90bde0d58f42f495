"""Ask for the loggers."""


def exercise(module):
    assert module.log_name() == "shelf"
    return [module.root_logger()]


def check(module):
    exercise(module)
