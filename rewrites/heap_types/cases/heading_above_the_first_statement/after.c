/* What opens a function may speak of all of it: it stays, and what stands further down goes with its statements. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
} Box;

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "heading_above_the_first_statement.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject *Lid_Type;

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "heading_above_the_first_statement.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static int
add_types(PyObject *module)
{
    int result;

    /* Set up the box type.
     */
    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, Box_Type) < 0) {
        return -1;
    }

    /* The lid, and its class */
    Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL) {
        return -1;
    }
    result = PyModule_AddType(module, Lid_Type);
    return result;
}

static struct PyModuleDef comment_module = {
    PyModuleDef_HEAD_INIT, "heading_above_the_first_statement", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_heading_above_the_first_statement(void)
{
    PyObject *module = PyModule_Create(&comment_module);

    if (module == NULL) {
        return NULL;
    }
    if (add_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
