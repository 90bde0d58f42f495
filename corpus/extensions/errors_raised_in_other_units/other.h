/* What words become. */

char *other_next(const char *word);
