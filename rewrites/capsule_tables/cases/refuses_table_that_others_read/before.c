/* A function of the module reads the table as well: it has no module to find it by. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int size;
} Box;

/* The layout that other extensions are compiled with. */
typedef struct {
    PyTypeObject *box_type;
    int (*box_size)(PyObject *box);
    struct {
        const char *name;
        int level;
    } version;
    PyTypeObject *lid_type;
} Box_CAPI;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_table_that_others_read.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static int
box_size(PyObject *box)
{
    return ((Box *)box)->size;
}

/* The C API. */
static Box_CAPI api = {
    &Box_Type,
    box_size,

    {"1.0", 3},  /* of the API */
#ifdef WITH_LIDS
    &PyBaseObject_Type
#else
    NULL
#endif
};

static PyObject *
box_any(PyObject *module, PyObject *box)
{
    return PyLong_FromLong(api.box_size(box));
}

static PyMethodDef box_functions[] = {
    {"any", box_any, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    .m_methods = box_functions,
    .m_name = "refuses_table_that_others_read",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_table_that_others_read(void)
{
    PyObject *module = PyModule_Create(&box_module);
    PyObject *capsule;

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }

    /* Hand it out. */
    capsule = PyCapsule_New((void *)(&api), "refuses_table_that_others_read._API", NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
