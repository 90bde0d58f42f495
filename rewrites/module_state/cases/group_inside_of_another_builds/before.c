/* What only another build declares is named in a group inside of that build's: this is read as well, and follows. */

#include <Python.h>

#ifdef WITH_PENS
static PyObject *PenError;

static PyObject *
draw(PyObject *self, PyObject *arg)
{
#if PY_VERSION_HEX < 0x030B0000
    if (arg == Py_None) {
        PyErr_SetString(PenError, "nothing to draw");
        return NULL;
    }
#endif
    Py_RETURN_NONE;
}
#endif

static PyMethodDef functions[] = {
#ifdef WITH_PENS
    {"draw", draw, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
#ifdef WITH_PENS
    PenError = PyErr_NewException("module.PenError", NULL, NULL);
    if (PenError == NULL || PyObject_SetAttrString(m, "PenError", PenError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
#endif
    return m;
}
