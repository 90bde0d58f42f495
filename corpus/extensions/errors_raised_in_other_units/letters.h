int letters_next(int letter);
