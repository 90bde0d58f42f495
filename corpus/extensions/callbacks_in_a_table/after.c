#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Drawers that open in several ways: the functions stand in a table, and some read no more of a drawer than its type. */

typedef struct Drawer Drawer;
typedef PyObject *(*open_function)(Drawer *, PyObject *);

struct Drawer {
    PyObject_HEAD
    open_function open;
    PyObject *content;
};

typedef struct {
    PyObject *DrawerError;
    PyObject *label_name;
    PyObject *owner;  /* whom set_owner() was given */
    PyTypeObject *Drawer_Type;
} callbacks_in_a_table_state;

static struct PyModuleDef drawers_module;

static inline callbacks_in_a_table_state *
get_callbacks_in_a_table_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (callbacks_in_a_table_state *)state;
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

static inline callbacks_in_a_table_state *
get_callbacks_in_a_table_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &drawers_module);
    assert(module != NULL);
    return get_callbacks_in_a_table_state(module);
}

static PyObject *
open_plain(Drawer *self, PyObject *name)
{
    if (self->content == NULL) {
        callbacks_in_a_table_state *state =
            get_callbacks_in_a_table_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->DrawerError, "nothing in it");
        return NULL;
    }
    Py_INCREF(self->content);
    return self->content;
}

static PyObject *
open_locked(Drawer *self, PyObject *name)
{
    callbacks_in_a_table_state *state =
        get_callbacks_in_a_table_state_by_type(Py_TYPE(self));

    PyErr_Format(state->DrawerError, "%.50s is locked for %U", Py_TYPE(self)->tp_name,
                 name);
    return NULL;
}

static PyObject *
open_labelled(Drawer *self, PyObject *name)
{
    callbacks_in_a_table_state *state =
        get_callbacks_in_a_table_state_by_type(Py_TYPE(self));
    PyObject *label = PyObject_GetAttr((PyObject *)Py_TYPE(self), state->label_name);

    if (label != NULL)
        return label;
    PyErr_Clear();
    Py_INCREF(name);
    return name;
}

static PyObject *
refuse(callbacks_in_a_table_state *state, Drawer *self)
{
    return PyErr_Format(state->DrawerError, "a %s is nobody's", Py_TYPE(self)->tp_name);
}

static PyObject *
open_owned(Drawer *self, PyObject *name)
{
    callbacks_in_a_table_state *state =
        get_callbacks_in_a_table_state_by_type(Py_TYPE(self));

    if (state->owner == NULL)
        return refuse(state, self);
    Py_INCREF(state->owner);
    return state->owner;
}

static open_function ways[] = {open_plain, open_locked, open_labelled, open_owned, NULL};

static PyObject *
drawer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *content = NULL;
    Drawer *self;
    int way;

    if (!PyArg_ParseTuple(args, "i|O", &way, &content))
        return NULL;
    if (way < 0 || way > 3) {
        callbacks_in_a_table_state *state = get_callbacks_in_a_table_state_by_type(type);

        PyErr_SetString(state->DrawerError, "no such way");
        return NULL;
    }
    self = (Drawer *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->open = ways[way];
    Py_XINCREF(content);
    self->content = content;
    return (PyObject *)self;
}

static int
drawer_traverse(Drawer *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int
drawer_clear(Drawer *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
drawer_dealloc(Drawer *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    drawer_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
drawer_open(Drawer *self, PyObject *name)
{
    return self->open(self, name);
}

static PyMethodDef drawer_methods[] = {
    {"open", (PyCFunction)drawer_open, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Drawer_slots[] = {
    {Py_tp_dealloc, drawer_dealloc},
    {Py_tp_traverse, drawer_traverse},
    {Py_tp_clear, drawer_clear},
    {Py_tp_methods, drawer_methods},
    {Py_tp_new, drawer_new},
    {0, NULL},
};

static PyType_Spec Drawer_spec = {
    .name = "callbacks_in_a_table.Drawer",
    .basicsize = sizeof(Drawer),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Drawer_slots,
};

static PyObject *
drawers_set_owner(PyObject *module, PyObject *args)
{
    callbacks_in_a_table_state *state = get_callbacks_in_a_table_state(module);
    PyObject *old = state->owner;

    if (!PyArg_ParseTuple(args, "O:set_owner", &state->owner))
        return NULL;
    Py_INCREF(state->owner);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef drawers_functions[] = {
    {"set_owner", drawers_set_owner, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
callbacks_in_a_table_traverse(PyObject *module, visitproc visit, void *arg)
{
    callbacks_in_a_table_state *state = get_callbacks_in_a_table_state(module);
    Py_VISIT(state->DrawerError);
    Py_VISIT(state->label_name);
    Py_VISIT(state->owner);
    Py_VISIT(state->Drawer_Type);
    return 0;
}

static int
callbacks_in_a_table_clear(PyObject *module)
{
    callbacks_in_a_table_state *state = get_callbacks_in_a_table_state(module);
    Py_CLEAR(state->DrawerError);
    Py_CLEAR(state->label_name);
    Py_CLEAR(state->owner);
    Py_CLEAR(state->Drawer_Type);
    return 0;
}

static void
callbacks_in_a_table_free(void *module)
{
    callbacks_in_a_table_clear((PyObject *)module);
}

static int callbacks_in_a_table_exec(PyObject *m);

static PyModuleDef_Slot callbacks_in_a_table_slots[] = {
    {Py_mod_exec, callbacks_in_a_table_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef drawers_module = {
    PyModuleDef_HEAD_INIT, "callbacks_in_a_table", "Drawers.",
    sizeof(callbacks_in_a_table_state), drawers_functions,
    callbacks_in_a_table_slots, callbacks_in_a_table_traverse,
    callbacks_in_a_table_clear, callbacks_in_a_table_free
};

static int
callbacks_in_a_table_exec(PyObject *m)
{
    callbacks_in_a_table_state *state = get_callbacks_in_a_table_state(m);

    state->Drawer_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Drawer_spec, NULL);
    if (state->Drawer_Type == NULL)
        return -1;
    state->label_name = PyUnicode_InternFromString("label");
    if (state->label_name == NULL)
        return -1;
    state->DrawerError = PyErr_NewException("callbacks_in_a_table.DrawerError", NULL,
                                            NULL);
    Py_XINCREF(state->DrawerError);
    if (PyModule_AddObject(m, "DrawerError", state->DrawerError) < 0) {
        Py_XDECREF(state->DrawerError);
        Py_CLEAR(state->DrawerError);
        return -1;
    }
    Py_INCREF(state->Drawer_Type);
    if (PyModule_AddObject(m, "Drawer", (PyObject *)state->Drawer_Type) < 0) {
        Py_DECREF(state->Drawer_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_callbacks_in_a_table(void)
{
    return PyModuleDef_Init(&drawers_module);
}
