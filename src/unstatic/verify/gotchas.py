"""Which entry of the gotcha catalog a finding belongs to, by the place where it shows."""

from __future__ import annotations

import re

# The first pattern that matches `place: text` names the gotcha.
_TABLE = [
    (r"surface/types/[^/]+/flags: .*-DISALLOW_INSTANTIATION", "G33"),
    (r"surface/types/[^/]+/flags: .*[-+]BASETYPE", "G34"),
    (r"surface/types/[^/]+/flags: .*-IMMUTABLETYPE", "G30"),
    (r"surface/types/[^/]+/flags: .*[-+]HAVE_VECTORCALL", "G42"),
    (r"surface/types/[^/]+/flags: .*[-+]MANAGED", "G41"),
    (r"surface/types/[^/]+/flags: .*[-+]HAVE_GC", "G11"),
    (r"surface/types/[^/]+/flags", "G34"),
    (r"surface/types/[^/]+/(weakrefoffset|dictoffset)", "G40"),
    (r"surface/types/[^/]+/vectorcalloffset", "G42"),
    (r"surface/types/[^/]+/(basicsize|itemsize)", "G51"),
    (r"surface/types/[^/]+/(module|name|repr)", "G36"),
    (r"surface/types/[^/]+/(doc|signature)", "G39"),
    (r"surface/types/[^/]+/(mro|bases|subclass bits)", "G44"),
    (r"surface/types/[^/]+/metaclass", "G45"),
    (r"surface/types/[^/]+/dict/__(hash|eq|ne|lt|le|gt|ge)__", "G49"),
    (r"surface/types/[^/]+/dict/__new__", "G46"),
    (r"surface/types/[^/]+/dict/__(module|qualname|doc)__", "G37"),
    (r"surface/types/[^/]+/dict/__(weaklist|dict)offset__", "G40"),
    (r"surface/types/[^/]+/dict/__vectorcalloffset__", "G42"),
    (r"surface/types/[^/]+/dict/__\w+__: slot wrapper", "G48"),
    (r"surface/types/[^/]+/dict/__\w+__: .*wrapper_descriptor", "G48"),
    (r"surface/types/[^/]+/(dict|abstract)", "G47"),
    (r"surface/attempts/[^/]+/(T\(\)|T\.__new__|object\.__new__|Sub\(\))", "G33"),
    (r"surface/attempts/[^/]+/T\.__bases__", "G31"),
    (r"surface/attempts/[^/]+/(T\.|del T)", "G30"),
    (r"surface/attempts/[^/]+/class Sub", "G34"),
    (r"surface/instances/[^/]+/(dumps|loads|copy|deepcopy)", "G35"),
    (r"surface/instances/[^/]+/(weakref|set attribute)", "G40"),
    (r"surface/instances/[^/]+/set class", "G31"),
    (r"surface/instances/[^/]+/hash", "G49"),
    (r"surface/instances/[^/]+/getsizeof", "G12"),
    (r"surface/instances/[^/]+/module", "G36"),
    (r"surface/behaviour/[^/]+/(buffer)", "G43"),
    (r"surface/behaviour/[^/]+/(==|<|hash)", "G49"),
    (r"surface/behaviour/[^/]+/[^/]*/\S+ \S+", "G71"),
    (r"surface/behaviour", "G48"),
    (r"surface/names", "G101"),
    (r"subclassed/behind a mixin", "G73"),
    (r"subclassed/behaviour/[^/]+/[^/]*/\S+ \S+", "G71"),
    (r"subclassed", "G70"),
    (r"statics/types", "G100"),
    (r"statics", "G83"),
    (r"(strict )?chain.*: -", "G07"),
    (r"(strict )?chain.*: \+", "G01"),
    (r"(strict )?chain", "G07"),
    (r"refcounts.*: \+", "G01"),
    (r"refcounts.*: -", "G02"),
    (r"(strict )?stored", "G08"),
    (r"(strict )?afterlife", "G77"),
    (r"(strict )?shutdown", "G76"),
    (r"(strict )?(twice|freed): .*crashed", "G04"),
    (r"(strict )?twice", "G100"),
    (r"(strict )?freed: .*(module stays|types stay|more (types|modules))", "G18"),
    (r"(strict )?freed", "G102"),
    (r"(no memory|failing imports)", "G88"),
    (r"(strict )?(own GIL|legacy|stress).*crashed", "G112"),
    (r"(strict )?(own GIL|legacy|stress)", "G100"),
    (r"strict import: .*DeprecationWarning", "G36"),
    (r"(strict )?import: .*crashed", "G14"),
    (r"(strict )?import", "G103"),
]
_COMPILED = [(re.compile(pattern), gotcha) for pattern, gotcha in _TABLE]


def gotcha_of(where: str, text: str) -> str:
    """Return the ID of the catalog's entry that explains most findings of this kind, or nothing."""
    line = f"{where}: {text}"
    return next((gotcha for pattern, gotcha in _COMPILED if pattern.match(line)), "")
