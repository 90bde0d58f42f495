"""Seven modules of three texts: a template that three sources include, and two sources that are compiled twice."""

from setuptools import Extension, setup


def pair(side):
    """Return the module of pairs that begin on one side."""
    macros = [("PAIR_NAME", f'"_{side}"'), ("PAIR_INIT", f"PyInit__{side}"), (f"PAIR_{side.upper()}", None)]
    return Extension(f"boxes._{side}", ["src/pair.c"], define_macros=macros)


def tally(way, step):
    """Return the module that counts one way."""
    macros = [("TALLY_NAME", f'"_{way}"'), ("TALLY_INIT", f"PyInit__{way}"), ("TALLY_STEP", step)]
    return Extension(f"boxes._{way}", ["src/tally.c"], define_macros=macros)


setup(
    name="boxes",
    version="1.0",
    packages=["boxes"],
    package_dir={"": "src"},
    ext_modules=[
        *(Extension(f"boxes._{kind}box", [f"src/{kind}.c"]) for kind in ("int", "object", "bytes")),
        pair("left"),
        pair("right"),
        tally("up", "1"),
        tally("down", "-1"),
    ],
)
