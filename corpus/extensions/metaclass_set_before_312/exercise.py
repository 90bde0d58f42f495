"""A class with a metaclass written in C."""


def exercise(module):
    device = module.Device(7)
    assert repr(device) == "Device(7)"
    assert type(module.Device) is module.RegistryMeta
    assert module.Device.describe() == "registered class metaclass_set_before_312.Device"
    assert type(module.Lamp) is type(module.Modem) is module.RegistryMeta
    assert module.Lamp.describe() == "registered class metaclass_set_before_312.Lamp"
    assert module.Modem.last() is module.Lamp
    assert repr(module.Modem(8)) == "Device(8)"
    return [device, module.Modem(3), module.Cable()]


def check(module):
    assert repr(module.Device) == "<registered metaclass_set_before_312.Device>"
    assert repr(module.Cable) == "<class 'metaclass_set_before_312.Cable'>"
    assert isinstance(module.RegistryMeta, type)
    assert issubclass(module.RegistryMeta, type)
    assert error_of(module.Device, "x").startswith("TypeError")
    assert error_of(module.Lamp).startswith("TypeError: cannot create ")
    made = module.RegistryMeta("Made", (), {})
    assert made.describe() == "registered class Made" and made.last() is made

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
