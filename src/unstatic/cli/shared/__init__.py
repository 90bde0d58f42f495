"""Extensions that are made from the same files: how each is read, and one text for all of them."""
