"""Write to a disk that is full: the handler leaves a message for its caller, or raises."""


def exercise(module):
    disk = module.Disk()
    assert disk.write(0) == 1
    told = []
    for severity in (1, 2, 1):
        try:
            disk.write(severity)
        except Exception as error:
            told.append((type(error).__name__, str(error)))
    assert told[0] == ("DiskError", "the disk is full: 1") == told[2], told
    assert told[1] == ("DiskError", "the disk is full"), told
    return [disk, told]


def check(module):
    assert module.Disk().write(0) == 1
