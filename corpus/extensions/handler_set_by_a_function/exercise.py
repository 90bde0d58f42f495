"""Write to a disk that is full, and answer its library by a function."""


def exercise(module):
    assert module.get_handler() is None
    disk = module.Disk()
    told = [_written(module, disk, 1)]
    asked = []

    def ignore(severity, message):
        asked.append((severity, message))
        return severity == 1

    module.set_handler(ignore)
    told += [_written(module, disk, 1), _written(module, disk, 2)]
    assert module.get_handler() is ignore and asked == [(1, "the disk is full"), (2, "the disk is full")]
    module.set_handler(lambda severity: None)
    told.append(_written(module, disk, 1))
    module.set_handler(None)
    assert told[0] == told[2] == "DiskError: the disk is full", told
    assert told[1] == "1" and told[3].startswith("TypeError"), told
    return [disk, told]


def _written(module, disk, severity):
    try:
        return str(disk.write(severity))
    except Exception as error:
        return type(error).__name__ + ": " + str(error)


def check(module):
    assert module.Disk().write(0) == 1
    module.set_handler(print)
    assert module.get_handler() is print
    module.set_handler(None)
