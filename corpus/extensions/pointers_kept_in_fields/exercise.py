"""Sell and read through what fields point to; names are free again once their shop is closed or gone."""

import os


def exercise(module):
    name = os.urandom(8).hex()
    shop = module.Shop(name)
    try:
        module.Shop(name)
    except module.ShopError as error:
        assert str(error) == "there is a " + name
    else:
        raise AssertionError("ShopError expected")
    count, label, seller = shop.till(False), shop.till(True), shop.seller()
    assert [seller.read(), shop.sell(), count.read(), label.read()] == [1, 2, 2, name + ": 2"]
    shop.close()
    for closed in (shop.sell, count.read, label.read, seller.read):
        try:
            closed()
        except module.ShopError as error:
            assert str(error) in (name + " is closed", "closed", "gone")
        else:
            raise AssertionError("ShopError expected")
    again = module.Shop(name)
    del again
    return [shop, count, module.Shop(name).till(False)]


def instances(module):
    return [module.Shop(os.urandom(8).hex()).till(i) for i in range(10)]
