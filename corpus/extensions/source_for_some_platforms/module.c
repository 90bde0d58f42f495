#include "lid.h"

static int
module_exec(PyObject *module)
{
#ifdef HAVE_LIDS
    PyObject *size;

    if (PyModule_AddType(module, &Lid_Type) < 0) {
        return -1;
    }
    size = PyLong_FromLong(3);
    if (size == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(Lid_Type.tp_dict, "SIZE", size) < 0) {
        Py_DECREF(size);
        return -1;
    }
    Py_DECREF(size);
#endif
    return 0;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "source_for_some_platforms",
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_source_for_some_platforms(void)
{
    return PyModuleDef_Init(&definition);
}
