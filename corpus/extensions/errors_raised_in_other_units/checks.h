/* What a word must be. */

#ifndef CHECKS_H
#define CHECKS_H

int check_word(const char *word);

#endif
