/* Sources for another platform define types with these bases: a static type can't have a heap type as its base. */
#include <Python.h>

#ifdef MS_WINDOWS
extern PyTypeObject Console_Type;
extern PyTypeObject Window_Type;
#endif

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_of_types_elsewhere.Shape",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Frame_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_of_types_elsewhere.Frame",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

#ifdef MS_WINDOWS
static int
add_derived(PyObject *module, PyTypeObject *type, PyTypeObject *base)
{
    type->tp_base = base;
    return PyModule_AddType(module, type);
}
#endif

static int
shapes_exec(PyObject *module)
{
    if (PyModule_AddType(module, &Shape_Type) < 0 || PyModule_AddType(module, &Frame_Type) < 0) {
        return -1;
    }
#ifdef MS_WINDOWS
    Console_Type.tp_base = &Shape_Type;
    if (PyModule_AddType(module, &Console_Type) < 0 || add_derived(module, &Window_Type, &Frame_Type) < 0) {
        return -1;
    }
#endif
    return 0;
}

static PyModuleDef_Slot shapes_slots[] = {
    {Py_mod_exec, shapes_exec},
    {0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_base_of_types_elsewhere",
    .m_slots = shapes_slots,
};

PyMODINIT_FUNC
PyInit_refuses_base_of_types_elsewhere(void)
{
    return PyModuleDef_Init(&shapes_module);
}
