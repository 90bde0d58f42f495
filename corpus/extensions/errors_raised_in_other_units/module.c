#include <Python.h>

#include "checks.h"
#include "other.h"

PyObject *WordError;
PyObject *LetterError;

static PyObject *
next_word(PyObject *module, PyObject *args)
{
    const char *word;

    if (!PyArg_ParseTuple(args, "s", &word) || !check_word(word))
        return NULL;

    char *found = other_next(word);
    if (found == NULL)
        return NULL;
    PyObject *result = PyUnicode_FromString(found);
    PyMem_Free(found);
    return result;
}

static PyMethodDef functions[] = {
    {"next_word", next_word, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef words_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "errors_raised_in_other_units",
    .m_size = -1,
    .m_methods = functions,
};

PyMODINIT_FUNC
PyInit_errors_raised_in_other_units(void)
{
    PyObject *module = PyModule_Create(&words_module);

    if (module == NULL)
        return NULL;
    WordError = PyErr_NewException("errors_raised_in_other_units.WordError", NULL, NULL);
    if (WordError == NULL || PyObject_SetAttrString(module, "WordError", WordError) < 0)
        goto error;
    LetterError = PyErr_NewException("errors_raised_in_other_units.LetterError", WordError, NULL);
    if (LetterError == NULL || PyObject_SetAttrString(module, "LetterError", LetterError) < 0)
        goto error;
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
