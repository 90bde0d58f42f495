#include <Python.h>

typedef struct {
    PyObject *label;
} m_state;

extern struct PyModuleDef definition;

static inline m_state *
get_m_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (m_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline m_state *
get_m_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_m_state(module);
}

static PyObject *
box_label(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    m_state *state = get_m_state_by_type(Py_TYPE(self));

    return Py_NewRef(state->label);
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

static int
m_traverse(PyObject *module, visitproc visit, void *arg)
{
    m_state *state = get_m_state(module);
    Py_VISIT(state->label);
    return 0;
}

static int
m_clear(PyObject *module)
{
    m_state *state = get_m_state(module);
    Py_CLEAR(state->label);
    return 0;
}

static void
m_free(void *module)
{
    m_clear((PyObject *)module);
}

/* Not static: a test program declares it as extern. */
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "m",
    NULL,
    sizeof(m_state),
    NULL,
    NULL,
    m_traverse,
    m_clear,
    m_free,
};

PyMODINIT_FUNC
PyInit_m(void)
{
    m_state *state;
    PyObject *module = PyModule_Create(&definition);
    PyObject *type;

    if (module == NULL)
        return NULL;
    state = get_m_state(module);
    state->label = PyUnicode_FromString("label");
    if (state->label == NULL) {
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
