"""The rewrites: the folder of each holds its code, its page and its cases; `settings/rewrites.py` has their order."""
