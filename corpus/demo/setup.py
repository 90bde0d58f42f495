from setuptools import Extension, setup

setup(ext_modules=[Extension("tally", sources=["src/tally.c"])])
