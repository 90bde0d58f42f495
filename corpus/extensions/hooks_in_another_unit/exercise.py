def exercise(module):
    item = module.Item(1)
    assert item.take() == 1
    try:
        item.take()
    except module.SoldOut as error:
        assert str(error) == "nothing left"
    assert str(module.warn("soon")) == "soon"
    return [item]
