/* Another build defines the type in another way. */
#include <Python.h>

#ifdef LARGE
static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_of_another_build.Plain",
    .tp_basicsize = sizeof(PyObject) + 4096,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
#else
static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_type_of_another_build.Plain",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
#endif

PyTypeObject *Box_Type = &Plain_Type;

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_type_of_another_build",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_type_of_another_build(void)
{
    if (PyType_Ready(Box_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&shelf_module);
}
