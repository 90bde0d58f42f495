"""Parsers that a library calls back with the parser as user data, without the GIL."""


def exercise(module):
    class Child(module.Parser):
        pass

    parsers = [module.Parser(), Child()]
    for parser in parsers:
        parser.run()
        parser.run()
        parser.seen.append(parser)
    return parsers


def check(module):
    parser = module.Parser()
    parser.run()
    assert parser.seen == [0, 1, 2, module.ParserError], parser.seen
