#include <Python.h>
#include "checks.h"

extern PyObject *WordError;

int
check_word(const char *word)
{
    if (*word == '\0') {
        PyErr_SetString(WordError, "the word is empty");
        return 0;
    }
    return 1;
}
