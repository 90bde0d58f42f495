"""A class with a metaclass written in C."""


def exercise(module):
    device = module.Device(7)
    assert repr(device) == "Device(7)"
    assert type(module.Device) is module.RegistryMeta
    assert module.Device.describe() == "registered class custom_metaclass.Device"
    return [device, module.Cable()]


def check(module):
    assert repr(module.Device) == "<registered custom_metaclass.Device>"
    assert repr(module.Cable) == "<class 'custom_metaclass.Cable'>"
    assert isinstance(module.RegistryMeta, type)
    assert issubclass(module.RegistryMeta, type)
    assert error_of(module.Device, "x").startswith("TypeError")

    class Printer(module.Device):
        pass

    assert type(Printer) is module.RegistryMeta
    assert Printer.describe() == "registered class Printer"
    assert repr(Printer(1)) == "Device(1)"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
