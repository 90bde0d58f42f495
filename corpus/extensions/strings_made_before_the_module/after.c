/* Strings are made before there is a module; methods find it by their type, which macros let have subclasses. */

#include <Python.h>

#define BASE_FLAGS \
    Py_TPFLAGS_DEFAULT | \
    Py_TPFLAGS_BASETYPE
#define SHELF_FLAGS BASE_FLAGS | Py_TPFLAGS_HAVE_GC

typedef struct {
    PyTypeObject *shelf_class;
    /* Strings, used in hot paths */
    PyObject *str_label;
    PyObject *str_owner;
} shelf_state;

static struct PyModuleDef shelves_def;

#define SHELF_STATE(module) ((shelf_state *)PyModule_GetState(module))

static struct PyModuleDef shelves_def;

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

static inline shelf_state *
get_strings_made_before_the_module_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &shelves_def);
    assert(module != NULL);
    return SHELF_STATE(module);
}

static int
define_strings(shelf_state *state)
{
    if (state->str_label != NULL) {
        return 0;
    }

#define DEFINE_STRING(S)                                    \
    if (!(state->str_##S = PyUnicode_InternFromString(#S))) \
    return -1

    DEFINE_STRING(label);
    DEFINE_STRING(owner);
#undef DEFINE_STRING

    return 0;
}

static PyObject *
find_module(PyTypeObject *type)
{
    if (PyType_Check(type)) {
        return PyType_GetModuleByDef(type, &shelves_def);
    }
    PyErr_SetString(PyExc_TypeError, "no type");
    return NULL;
}

static PyObject *
label_of(PyObject *module, PyObject *object)
{
    shelf_state *state = SHELF_STATE(module);
    PyObject *label = PyObject_GetAttr(object, state->str_label);

    if (label != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return label;
    }
    PyErr_Clear();
    Py_INCREF(SHELF_STATE(module)->shelf_class);
    return (PyObject *)SHELF_STATE(module)->shelf_class;
}

static PyObject *
shelf_label_of(PyObject *self, PyObject *object)
{
    PyObject *module;

    module = find_module(Py_TYPE(self));
    return label_of(module, object);
}

static PyObject *
shelf_own_label(PyObject *self, PyObject *unused)
{
    return label_of(PyType_GetModuleByDef(Py_TYPE(self), &shelves_def), self);
}

static PyObject *
shelf_owner(PyObject *self, PyObject *object)
{
    shelf_state *state =
        get_strings_made_before_the_module_state_by_type(Py_TYPE(self));

    return PyObject_GetAttr(object, state->str_owner);
}

static int
shelf_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
shelf_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef shelf_methods[] = {
    {"label_of", shelf_label_of, METH_O, NULL},
    {"own_label", shelf_own_label, METH_NOARGS, NULL},
    {"owner", shelf_owner, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot shelf_slots[] = {
    {Py_tp_dealloc, shelf_dealloc},
    {Py_tp_traverse, shelf_traverse},
    {Py_tp_methods, shelf_methods},
    {0, NULL}
};

static PyType_Spec shelf_spec = {
    .name = "strings_made_before_the_module.Shelf",
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
    shelf_state *state = SHELF_STATE(module);

    /* Once per process. */
    if (define_strings(state) < 0) { return -1; }

    shelf_state *rec = SHELF_STATE(module);
    PyObject *shelf_class;

    shelf_class = PyType_FromModuleAndSpec(module, &shelf_spec, NULL);
    if (shelf_class == NULL) {
        return -1;
    }
    rec->shelf_class = (PyTypeObject *)shelf_class;
    Py_INCREF(shelf_class);
    if (PyModule_AddObject(module, "Shelf", shelf_class) < 0) {
        Py_DECREF(shelf_class);
        return -1;
    }
    return 0;
}

static int
shelves_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(SHELF_STATE(module)->str_label);
    Py_VISIT(SHELF_STATE(module)->str_owner);
    Py_VISIT(SHELF_STATE(module)->shelf_class);
    return 0;
}

static int
shelves_clear(PyObject *module)
{
    Py_CLEAR(SHELF_STATE(module)->str_label);
    Py_CLEAR(SHELF_STATE(module)->str_owner);
    Py_CLEAR(SHELF_STATE(module)->shelf_class);
    return 0;
}

static PyModuleDef_Slot shelves_slots[] = {
    {Py_mod_exec, shelves_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static void
strings_made_before_the_module_free(void *module)
{
    shelves_clear((PyObject *)module);
}

static struct PyModuleDef shelves_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "strings_made_before_the_module",
    .m_size = sizeof(shelf_state),
    .m_methods = functions,
    .m_slots = shelves_slots,
    .m_traverse = shelves_traverse,
    .m_clear = shelves_clear,
    .m_free = strings_made_before_the_module_free,
};

static PyObject *
init(void)
{
    return PyModuleDef_Init(&shelves_def);
}

PyMODINIT_FUNC
PyInit_strings_made_before_the_module(void)
{
    return init();
}
