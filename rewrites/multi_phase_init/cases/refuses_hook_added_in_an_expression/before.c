/* What CPython calls at its end would be registered with each module, and no test can stand around the call. */

#include <Python.h>

static void
say_bye(void)
{
}

static PyMethodDef functions[] = {{NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);
    int failed;

    if (m == NULL)
        return NULL;
    failed = Py_AtExit(say_bye);
    if (failed || PyModule_AddIntConstant(m, "base", 10) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
