#include <Python.h>

#define SHELF_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

typedef struct {
    PyObject *str_label;
} shelves_state;

static struct PyModuleDef shelves_def;

static inline shelves_state *
get_shelves_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelves_state *)state;
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

static inline shelves_state *
get_shelves_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &shelves_def);
    assert(module != NULL);
    return get_shelves_state(module);
}

static struct PyModuleDef shelves_def;

static PyObject *
find_module(PyTypeObject *type)
{
    if (PyType_Check(type))
        return PyType_GetModuleByDef(type, &shelves_def);
    PyErr_SetString(PyExc_TypeError, "no type");
    return NULL;
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    shelves_state *state = get_shelves_state(module);

    return PyObject_GetAttr(object, state->str_label);
}

static PyObject *
shelf_label_of(PyObject *self, PyObject *object)
{
    PyObject *module;

    module = find_module(Py_TYPE(self));
    return label_of(module, object);
}

static PyObject *
shelf_label(PyObject *self, PyObject *unused)
{
    shelves_state *state = get_shelves_state_by_type(Py_TYPE(self));

    return PyObject_GetAttr(self, state->str_label);
}

static PyMethodDef shelf_methods[] = {
    {"label_of", shelf_label_of, METH_O, NULL},
    {"label", shelf_label, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot shelf_slots[] = {
    {Py_tp_methods, shelf_methods},
    {0, NULL}
};

static PyType_Spec shelf_spec = {
    .name = "shelves.Shelf",
    .basicsize = sizeof(PyObject),
    .flags = SHELF_FLAGS,
    .slots = shelf_slots,
};

static PyMethodDef functions[] = {
    {"label_of", label_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
shelves_exec(PyObject *module)
{
    shelves_state *state = get_shelves_state(module);
    PyObject *shelf_class = PyType_FromModuleAndSpec(module, &shelf_spec, NULL);

    if (shelf_class == NULL)
        return -1;
    if (PyModule_AddObject(module, "Shelf", shelf_class) < 0) {
        Py_DECREF(shelf_class);
        return -1;
    }
    state->str_label = PyUnicode_InternFromString("label");
    return state->str_label == NULL ? -1 : 0;
}

static PyModuleDef_Slot shelves_slots[] = {
    {Py_mod_exec, shelves_exec},
    {0, NULL}
};

static int
shelvesmodule_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelves_state *state = get_shelves_state(module);
    Py_VISIT(state->str_label);
    return 0;
}

static int
shelvesmodule_clear(PyObject *module)
{
    shelves_state *state = get_shelves_state(module);
    Py_CLEAR(state->str_label);
    return 0;
}

static void
shelvesmodule_free(void *module)
{
    shelvesmodule_clear((PyObject *)module);
}

static struct PyModuleDef shelves_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelves",
    .m_methods = functions,
    .m_slots = shelves_slots,
    .m_size = sizeof(shelves_state),
    .m_traverse = shelvesmodule_traverse,
    .m_clear = shelvesmodule_clear,
    .m_free = shelvesmodule_free,
};

PyMODINIT_FUNC
PyInit_shelves(void)
{
    return PyModuleDef_Init(&shelves_def);
}
