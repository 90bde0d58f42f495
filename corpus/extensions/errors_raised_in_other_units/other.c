#include <Python.h>
#include "other.h"

#include "letters.h"

extern PyObject *WordError;
extern PyObject *LetterError;
static void set_letter_error(int letter);

char *
other_next(const char *word)
{
    size_t length = strlen(word);
    char *found = PyMem_Malloc(length + 1);

    if (found == NULL) {
        PyErr_SetString(WordError, "no memory");
        return NULL;
    }
    for (size_t i = 0; i <= length; i++) {
        int next = i < length ? letters_next(word[i]) : 0;
        if (next < 0) {
            set_letter_error(word[i]);
            PyMem_Free(found);
            return NULL;
        }
        found[i] = (char)next;
    }
    return found;
}

static void
set_letter_error(int letter)
{
    PyErr_Format(LetterError, "not a letter: %c", letter);
}
