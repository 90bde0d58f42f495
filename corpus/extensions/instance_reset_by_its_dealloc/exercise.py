"""Ask the settings, and take them out of the module."""


def exercise(module):
    before = module.count_asked()
    settings = module.settings
    assert settings.speed is None and settings.size is None
    assert module.count_asked() == before + 2
    assert type(settings).__name__ == "Settings"
    return [before >= 0]


def check(module):
    assert module.settings.anything is None
