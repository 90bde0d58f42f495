/* The flag's type is unknown where the state stands, and nothing needs the flag. */

#include "clock.h"
#include "util.h"

/* Whether the module was filled before. */
static BOOL module_inited = FALSE;

static int
clock_exec(PyObject *mod)
{
    if (module_inited) {
        return 0;
    }

    if (Clock_intern_strings() < 0) {
        return -1;
    }

    ClockType.tp_new = PyType_GenericNew;
    if (PyType_Ready(&ClockType) < 0) {
        return -1;
    }
    Py_INCREF(&ClockType);
    if (PyModule_AddObject(mod, "Clock", (PyObject *)&ClockType) < 0) {
        Py_DECREF(&ClockType);
        return -1;
    }

    module_inited = TRUE;
    return 0;
}

static PyModuleDef_Slot clock_slots[] = {
    {Py_mod_exec, clock_exec},
    {0, NULL}
};

static PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "run_once_flag_of_its_unit",
    .m_slots = clock_slots,
};

PyMODINIT_FUNC
PyInit_run_once_flag_of_its_unit(void)
{
    return PyModuleDef_Init(&moduledef);
}
