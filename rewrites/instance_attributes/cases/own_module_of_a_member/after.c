/* Instances say by a member in which module they were made, as their type does by its own. */
#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    PyObject *module;
} Note;

static int
Note_init(Note *self, PyObject *args, PyObject *kwargs)
{
    PyObject *old = self->module;

    if (!PyArg_ParseTuple(args, "O", &self->module)) {
        return -1;
    }
    Py_INCREF(self->module);
    Py_XDECREF(old);
    return 0;
}

static int
Note_traverse(Note *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->module);
    return 0;
}

static void
Note_dealloc(Note *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->module);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Note_own_module(PyObject *self)
{
    PyObject *value = ((Note *)self)->module;

    if (value == NULL) {
        PyErr_SetString(PyExc_AttributeError, "__module__");
        return NULL;
    }
    Py_INCREF(value);
    return value;
}

static PyMemberDef Note_members[] = {
    {"origin", T_OBJECT_EX, offsetof(Note, module), 0, NULL},
    {NULL},
};

typedef struct {
    PyTypeObject *Note_Type;
} own_module_of_a_member_state;

static struct PyModuleDef notes_module;

static inline own_module_of_a_member_state *
get_own_module_of_a_member_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (own_module_of_a_member_state *)state;
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

static inline own_module_of_a_member_state *
get_own_module_of_a_member_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &notes_module);
    assert(module != NULL);
    return get_own_module_of_a_member_state(module);
}

/* A heap type keeps the name of its own module as __module__. */
static int
Note_asks_for_module(own_module_of_a_member_state *state, PyObject *self, PyObject *name)
{
    PyTypeObject *type = Py_TYPE(self);

    if (type != state->Note_Type)
        return 0;
    return PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, "__module__") == 0;
}

static PyObject *
Note_generic_getattr(PyObject *self, PyObject *name)
{
    own_module_of_a_member_state *state =
        get_own_module_of_a_member_state_by_type(Py_TYPE(self));

    if (Note_asks_for_module(state, self, name))
        return Note_own_module(self);
    return PyObject_GenericGetAttr(self, name);
}

static PyType_Slot Note_slots[] = {
    {Py_tp_dealloc, Note_dealloc},
    {Py_tp_members, Note_members},
    {Py_tp_init, Note_init},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_getattro, Note_generic_getattr},
    {Py_tp_traverse, Note_traverse},
    {0, NULL},
};

static PyType_Spec Note_spec = {
    .name = "own_module_of_a_member.Note",
    .basicsize = sizeof(Note),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Note_slots,
};

static int
own_module_of_a_member_traverse(PyObject *module, visitproc visit, void *arg)
{
    own_module_of_a_member_state *state = get_own_module_of_a_member_state(module);
    Py_VISIT(state->Note_Type);
    return 0;
}

static int
own_module_of_a_member_clear(PyObject *module)
{
    own_module_of_a_member_state *state = get_own_module_of_a_member_state(module);
    Py_CLEAR(state->Note_Type);
    return 0;
}

static void
own_module_of_a_member_free(void *module)
{
    own_module_of_a_member_clear((PyObject *)module);
}

static int own_module_of_a_member_exec(PyObject *module);

static PyModuleDef_Slot own_module_of_a_member_slots[] = {
    {Py_mod_exec, own_module_of_a_member_exec},
    {0, NULL}
};

static struct PyModuleDef notes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "own_module_of_a_member",
    .m_size = sizeof(own_module_of_a_member_state),
    .m_traverse = own_module_of_a_member_traverse,
    .m_clear = own_module_of_a_member_clear,
    .m_free = own_module_of_a_member_free,
    .m_slots = own_module_of_a_member_slots,
};

static int
own_module_of_a_member_exec(PyObject *module)
{
    own_module_of_a_member_state *state = get_own_module_of_a_member_state(module);

    state->Note_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Note_spec, NULL);
    if (state->Note_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Note_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_own_module_of_a_member(void)
{
    return PyModuleDef_Init(&notes_module);
}
