/* What the failure to register a hook does may be chosen by conditions; where the test ends may not. */

#include <Python.h>

static int broken;

static void
lower_pins(void)
{
}

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, 0,
    NULL, module_slots};

/* The process calls lower_pins as often as it was registered. */
static int lower_pins_registered;

static int
module_exec(PyObject *m)
{
    if (!lower_pins_registered && Py_AtExit(lower_pins) != 0) {
        broken = 1;
#ifdef MS_WINDOWS
        lower_pins();
#else
        PyErr_SetString(PyExc_RuntimeError, "no place for the hook");
#endif
        return -1;
    }
    lower_pins_registered = 1;
    if (PyModule_AddIntConstant(m, "broken", broken) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&def);
}
