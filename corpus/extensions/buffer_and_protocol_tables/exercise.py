"""Every protocol once."""


def exercise(module):
    block = module.Block(4)
    block[0] = 3
    block[-1] = 0x141
    assert (len(block), block[0], block[3]) == (4, 3, 0x41)
    with memoryview(block) as view:
        view[1] = 2
        assert block.exports == 1
    assert block.exports == 0
    assert bytes(block) == b"\x03\x02\x00A"
    assert block @ block == 9 + 4 + 0x41 * 0x41
    return [block, module.Block(0)]


def check(module):
    block = module.Block(1)
    name = "buffer_and_protocol_tables.Block"
    assert error_of(lambda: block[1]) == "IndexError: index out of range"
    assert error_of(lambda: block["x"]) == "TypeError: 'str' object cannot be interpreted as an integer"
    assert error_of(lambda: block.__delitem__(0)) == "TypeError: bytes can't be deleted"
    assert error_of(lambda: block @ 1) == f"TypeError: unsupported operand type(s) for @: '{name}' and 'int'"
    assert error_of(lambda: block + block) == f"TypeError: unsupported operand type(s) for +: '{name}' and '{name}'"
    assert error_of(block.__await__) == "RuntimeError: blocks are always ready"
    assert error_of(module.Block, -1) == "ValueError: size -1 is not in 0..4096"
    assert error_of(hash, block) == "nothing raised"


def error_of(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing raised"
