/* Macros leave the exec function where what they are given fails; one of them tells it first. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "shelf.Lid",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject *Tag_Type;

static PyType_Slot Tag_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Tag_spec = {
    .name = "shelf.Tag",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Tag_slots,
};

static int
shelf_exec(PyObject *module)
{
    PyObject *version;

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL)
        return -1;
    Py_INCREF(Box_Type);
    CHECK(PyModule_AddObject(module, "Box", (PyObject *)Box_Type));
    if (sizeof(Box) > sizeof(PyObject))
        CHECK(PyType_Ready(&Lid_Type));
    Py_INCREF(&Lid_Type);
    CHECK(PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type));
    REPORT(
        ((Tag_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Tag_spec, NULL)) == NULL
         ? -1 : 0));
    Py_INCREF(Tag_Type);
    CHECK(PyModule_AddObject(module, "Tag", (PyObject *)Tag_Type));
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
