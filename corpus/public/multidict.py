"""Instances of multidict's types, for `unstatic verify --exercise`."""


def exercise(module):
    plain = module.MultiDict([("a", "1"), ("b", "2"), ("a", "3")])
    folded = module.CIMultiDict([("A", "1"), ("b", "2")])
    proxy, folded_proxy = module.MultiDictProxy(plain), module.CIMultiDictProxy(folded)
    text = module.istr("Key")
    plain.add("c", "4")
    plain.extend({"d": "5"})
    folded[text] = "6"
    assert folded["key"] == "6" and proxy.getall("a") == ["1", "3"]
    assert plain.copy() == plain and folded_proxy.copy() == folded
    views = [plain.keys(), plain.values(), plain.items()]
    iterators = [iter(view) for view in views]
    return [plain, folded, proxy, folded_proxy, text, *views, *iterators]
