/* Hooks call functions that drop objects if there are any: they are given the state, and may find it empty. */
#include <Python.h>

#define RECENT 4

static PyObject *TallyError;
static PyTypeObject *fraction_type;
static PyObject *recent[RECENT];

static void
forget_recent(void)
{
    Py_ssize_t i;

    for (i = 0; i < RECENT; i++) {
        PyObject *old = recent[i];
        if (old != NULL) {
            recent[i] = NULL;
            Py_DECREF(old);
        }
    }
}

static void
cleanup(void)
{
    forget_recent();
    Py_CLEAR(TallyError);
    if (fraction_type != NULL) {
        Py_DECREF(fraction_type);
        fraction_type = NULL;
    }
}

static PyObject *
tally_remember(PyObject *self, PyObject *value)
{
    Py_ssize_t i;

    if (!PyObject_TypeCheck(value, fraction_type)) {
        PyErr_SetString(TallyError, "only fractions are counted");
        return NULL;
    }
    for (i = 0; i < RECENT; i++) {
        if (recent[i] == NULL) {
            Py_INCREF(value);
            recent[i] = value;
            Py_RETURN_TRUE;
        }
    }
    forget_recent();
    Py_RETURN_FALSE;
}

static PyMethodDef tally_methods[] = {
    {"remember", tally_remember, METH_O, "Keep one of the latest fractions."},
    {NULL, NULL, 0, NULL}
};

static void
tally_free(void *module)
{
    cleanup();
}

static struct PyModuleDef tally_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tally",
    .m_size = -1,
    .m_methods = tally_methods,
    .m_free = tally_free,
};

PyMODINIT_FUNC
PyInit_tally(void)
{
    PyObject *fractions;
    PyObject *module = PyModule_Create(&tally_module);

    if (module == NULL) {
        return NULL;
    }
    TallyError = PyErr_NewException("tally.TallyError", NULL, NULL);
    if (TallyError == NULL) {
        goto error;
    }
    fractions = PyImport_ImportModule("fractions");
    if (fractions == NULL) {
        goto error;
    }
    fraction_type = (PyTypeObject *)PyObject_GetAttrString(fractions, "Fraction");
    Py_DECREF(fractions);
    if (fraction_type == NULL) {
        goto error;
    }
    return module;
error:
    cleanup();
    Py_DECREF(module);
    return NULL;
}
