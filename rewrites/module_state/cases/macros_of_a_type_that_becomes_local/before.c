/* Macros that nobody uses would name the type, which nothing but the initialisation knows. */
#include <Python.h>

static PyTypeObject *Box_Type;

/* Whether it is a box, or none. */
#define Box_CheckExact(v) (Py_TYPE(v) == Box_Type)
#define Box_CheckNot(v) (!Box_CheckExact(v))

#define Box_NAME "macros_of_a_type_that_becomes_local.Box"

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = Box_NAME,
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots,
};

static int
box_exec(PyObject *module)
{
    Box_Type = (PyTypeObject *)PyType_FromSpec(&Box_spec);
    if (Box_Type == NULL) {
        return -1;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, box_exec},
    {0, NULL},
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "macros_of_a_type_that_becomes_local",
    .m_size = 0,
    .m_slots = box_slots,
};

PyMODINIT_FUNC
PyInit_macros_of_a_type_that_becomes_local(void)
{
    return PyModuleDef_Init(&box_module);
}
