#include <Python.h>

static PyObject *label;

static PyObject *
box_label(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_NewRef(label);
}

static PyMethodDef box_methods[] = {
    {"label", box_label, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "m.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = Box_slots,
};

/* Not static: a test program declares it as extern. */
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    -1,
    NULL,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    PyObject *module = PyModule_Create(&definition);
    PyObject *type;

    if (module == NULL)
        return NULL;
    label = PyUnicode_FromString("label");
    if (label == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (PyModule_AddObject(module, "Box", type) < 0) {
        Py_XDECREF(type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
