/* Without the imports that come back, nothing is left to be released at the end. */
#include <Python.h>

static PyObject *describe;
static PyObject *error_type;
static PyObject *error_type;
static PyObject *names;

static PyObject *
box_repr(PyObject *self)
{
    return PyObject_CallFunctionObjArgs(describe, self, NULL);
}

static PyObject *
box_fail(PyObject *self, PyObject *args)
{
    PyObject *found = PyObject_CallNoArgs(error_type);

    PyErr_SetObject(error_type, found);
    Py_XDECREF(found);
    return NULL;
}

static PyMethodDef box_methods[] = {
    {"fail", box_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "_boxes.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_repr = box_repr,
    .tp_methods = box_methods,
    .tp_new = PyType_GenericNew,
};

static int
load(void)
{
    PyObject *module = NULL;

    names = PyDict_New();
    if (names == NULL) {
        goto fail;
    }

#define WITH_MOD(NAME) \
    Py_CLEAR(module); \
    module = PyImport_ImportModule(NAME); \
    if (module == NULL) { \
        goto fail; \
    }

#define GET_MOD_ATTR(VAR, NAME) \
    VAR = PyObject_GetAttrString(module, NAME); \
    if (VAR == NULL) { \
        goto fail; \
    }

    /* What describes a box. */
    WITH_MOD("boxes")
    GET_MOD_ATTR(describe, "describe")

    WITH_MOD("boxes.errors")
    GET_MOD_ATTR(error_type, "BoxError")

    Py_DECREF(module);
    return 0;

fail:
    Py_CLEAR(module);
    return -1;

#undef WITH_MOD
#undef GET_MOD_ATTR
}

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_boxes",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit__boxes(void)
{
    PyObject *m;

    if (load() < 0) {
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&boxes_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(names);
    if (PyModule_AddObject(m, "names", names) < 0) {
        Py_DECREF(names);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
