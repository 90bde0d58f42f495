/* The macro that defines types is given their names, and has a line for each field. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

static PyType_Slot Penny_slots[] = {
    {Py_tp_doc, "A penny."},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Penny_spec = {
    .name = "coins.Penny",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Penny_slots,
};

static PyType_Slot Pound_slots[] = {
    {Py_tp_doc, "A pound."},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Pound_spec = {
    .name = "coins.Pound",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Pound_slots,
};

static int coins_exec(PyObject *module);

static PyModuleDef_Slot coins_slots[] = {
    {Py_mod_exec, coins_exec},
    {0, NULL}
};

static struct PyModuleDef coins = {PyModuleDef_HEAD_INIT, "coins", NULL, 0, NULL,
    coins_slots};

static int
coins_exec(PyObject *module)
{
    PyTypeObject *Penny_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Penny_spec, NULL);
    if (Penny_Type == NULL) {
        return -1;
    }
    PyTypeObject *Pound_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Pound_spec, NULL);
    if (Pound_Type == NULL) {
        Py_DECREF(Penny_Type);
        return -1;
    }
    if (PyModule_AddType(module, Penny_Type) < 0 || PyModule_AddType(module, Pound_Type) < 0) {
        Py_DECREF(Pound_Type);
        Py_DECREF(Penny_Type);
        return -1;
    }
    Py_DECREF(Penny_Type);
    Py_DECREF(Pound_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_coins(void)
{
    return PyModuleDef_Init(&coins);
}
