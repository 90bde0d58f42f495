"""Cards that a function of another source makes, which gets the state that a header declares."""


def exercise(module):
    card = module.deal(3)
    assert repr(card) == "<card 3>" and type(card) is module.Card
    try:
        module.deal(14)
    except module.DeckError as error:
        assert str(error) == "no such rank: 14"
    else:
        raise AssertionError("no error")
    return [card]
