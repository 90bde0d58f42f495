#include <Python.h>

static PyType_Slot Box_slots[] = {
    {Py_tp_doc, "A box."},
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Box_slots,
};

static struct {
    PyObject *Error;
    PyTypeObject *Box_type;
} static_state;

static PyObject *
fail(PyObject *module, PyObject *text)
{
    PyErr_SetObject(static_state.Error, text);
    return NULL;
}

static PyMethodDef boxes_functions[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(static_state.Error);
    Py_VISIT(static_state.Box_type);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    Py_CLEAR(static_state.Error);
    Py_CLEAR(static_state.Box_type);
    return 0;
}

static void
boxes_free(void *module)
{
    boxes_clear((PyObject *)module);
}

static PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "boxes",
    .m_size = -1,
    .m_methods = boxes_functions,
    .m_traverse = boxes_traverse,
    .m_clear = boxes_clear,
    .m_free = boxes_free,
};

static int
add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **place)
{
    PyObject *type = PyType_FromSpec(spec);

    if (PyModule_AddObject(module, name, type) < 0) {
        Py_XDECREF(type);
        return -1;
    }
    Py_INCREF(type);
    *place = (PyTypeObject *)type;
    return 0;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    PyObject *module = PyModule_Create(&boxes_module);

    if (module == NULL) {
        goto error;
    }
    static_state.Error = PyErr_NewException("boxes.Error", NULL, NULL);
    if (static_state.Error == NULL) {
        goto error;
    }
    if (add_type(module, "Box", &Box_spec, &static_state.Box_type) < 0) {
        goto error;
    }
    return module;

error:
    boxes_clear(NULL);
    Py_XDECREF(module);

    return NULL;
}
