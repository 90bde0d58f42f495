"""Results of earlier runs, kept in the user's cache folder: what hasn't changed isn't worked out again.

Nothing in it is ever executed or trusted: an entry that is damaged, of another version or for other inputs is made
again. The folder can be deleted at any time.
"""
