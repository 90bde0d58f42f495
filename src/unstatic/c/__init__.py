"""C as it is written: tokens, directives, statements and calls, without a compiler."""
