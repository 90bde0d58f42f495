/* What the failure to register a hook does may be chosen by conditions; where the test ends may not. */

#include <Python.h>

static int broken;

static void
lower_pins(void)
{
}

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    if (Py_AtExit(lower_pins) != 0) {
        broken = 1;
#ifdef MS_WINDOWS
        lower_pins();
#else
        PyErr_SetString(PyExc_RuntimeError, "no place for the hook");
#endif
        return NULL;
    }
    m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    if (PyModule_AddIntConstant(m, "broken", broken) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
