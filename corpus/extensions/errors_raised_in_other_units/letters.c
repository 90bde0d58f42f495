#include "letters.h"

static signed char following[26];

int
letters_next(int letter)
{
    if (letter < 'a' || letter > 'z')
        return -1;
    if (following[0] == 0) {
        for (int i = 0; i < 26; i++)
            following[i] = (signed char)('a' + (i + 1) % 26);
    }
    return following[letter - 'a'];
}
