"""Ask for the loop of the process."""


def exercise(module):
    loop = module.default_loop()
    assert loop.default and module.default_loop() is loop
    return [loop]
