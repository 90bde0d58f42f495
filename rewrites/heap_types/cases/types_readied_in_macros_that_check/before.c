/* Macros leave the exec function where what they are given fails; one of them tells it first. */
#include <Python.h>

#define LEAVE_IF(call, result, test) \
    do { \
        if ((call) test) { \
            return result; \
        } \
    } while (0);
#define CHECK(call) LEAVE_IF(call, -1, == -1)
#define CHECK_NULL(call) LEAVE_IF(call, -1, == NULL)
#define REPORT(call) \
    do { \
        if ((call) < 0) { \
            PyErr_Print(); \
            return -1; \
        } \
    } while (0)

typedef struct {
    PyObject_HEAD
    int size;
} Box;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Tag_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Tag",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
shelf_exec(PyObject *module)
{
    PyObject *version;

    CHECK(PyType_Ready(&Box_Type));
    Py_INCREF(&Box_Type);
    CHECK(PyModule_AddObject(module, "Box", (PyObject *)&Box_Type));
    if (sizeof(Box) > sizeof(PyObject))
        CHECK(PyType_Ready(&Lid_Type));
    Py_INCREF(&Lid_Type);
    CHECK(PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type));
    REPORT(PyType_Ready(&Tag_Type));
    Py_INCREF(&Tag_Type);
    CHECK(PyModule_AddObject(module, "Tag", (PyObject *)&Tag_Type));
    CHECK_NULL(version = PyUnicode_FromString("1.0"));
    return PyModule_AddObject(module, "version", version);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_slots = shelf_slots,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_module);
}
