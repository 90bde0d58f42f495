/* Only the base is made ready: a type made with the module, ahead of everything, would come before it. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    long sides;
} ShapeObject;

static PyTypeObject Shape_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_readied_alone.Shape",
    .tp_basicsize = sizeof(ShapeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Square_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_base_readied_alone.Square",
    .tp_basicsize = sizeof(ShapeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Shape_Type,
};

static int
shapes_exec(PyObject *module)
{
    if (PyType_Ready(&Shape_Type) < 0) {
        return -1;
    }
    if (PyModule_AddType(module, &Shape_Type) < 0 || PyModule_AddType(module, &Square_Type) < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot shapes_slots[] = {
    {Py_mod_exec, shapes_exec},
    {0, NULL}
};

static struct PyModuleDef shapes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_base_readied_alone",
    .m_slots = shapes_slots,
};

PyMODINIT_FUNC
PyInit_refuses_base_readied_alone(void)
{
    return PyModuleDef_Init(&shapes_module);
}
