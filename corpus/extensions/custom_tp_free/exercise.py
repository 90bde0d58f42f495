"""Objects from the extension's own pool, and some that don't fit in."""


def exercise(module):
    cells = [module.Cell(2.5), module.Cell()]
    assert [float(cell) for cell in cells] == [2.5, 0.0]
    return [*cells, module.Sheet()]


def check(module):
    cells = [module.Cell(number) for number in range(200)]
    assert sum(map(float, cells)) == 19900
    del cells[::2]
    cells += [module.Cell(1) for _ in range(100)]
    assert sum(map(float, cells)) == 10100
    try:
        module.Cell("x")
    except TypeError as error:
        assert str(error) == "must be real number, not str"
    else:
        raise AssertionError("no error")
