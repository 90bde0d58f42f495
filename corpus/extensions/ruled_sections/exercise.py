"""Ask pages for sections that they don't have."""


def exercise(module):
    page = module.Page()
    try:
        page.section(1)
    except module.RuledError as error:
        assert str(error) == "section: no section in 'utf-8'"
    else:
        raise AssertionError("no error")
    return [page]


def check(module):
    exercise(module)
