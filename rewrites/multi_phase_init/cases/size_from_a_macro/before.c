#include <Python.h>

#define VERSION "1.0"
/* There is no state. */
#define STATE_SIZE (-1)

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    STATE_SIZE,
    methods,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *m;
    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddStringConstant(m, "version", VERSION) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
