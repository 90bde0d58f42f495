/* The test of the hook ends in another group than it begins in: nothing can be put after it. */

#include <Python.h>

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
        lower_pins();
#ifdef MS_WINDOWS
        lower_pins();
    }
#else
        return NULL;
    }
#endif
    m = PyModule_Create(&def);
    return m;
}
