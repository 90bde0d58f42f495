#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Nothing here takes a reference before PyModule_AddObject takes one away. */

typedef struct {
    PyObject_HEAD
    PyObject *text;
} LabelObject;

typedef struct {
    PyTypeObject *LabelType;
    PyObject *LabelError;
    PyObject *empty;  /* the only empty label */
} add_object_without_incref_state;

static inline add_object_without_incref_state *
get_add_object_without_incref_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (add_object_without_incref_state *)state;
}

static inline add_object_without_incref_state *
get_add_object_without_incref_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (add_object_without_incref_state *)state;
}

static PyObject *
Label_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    add_object_without_incref_state *state = get_add_object_without_incref_state_by_type(type);
    PyObject *text;
    LabelObject *self;

    if (!PyArg_ParseTuple(args, "O:Label", &text))
        return NULL;
    if (!PyUnicode_Check(text)) {
        PyErr_SetString(state->LabelError, "labels are text");
        return NULL;
    }
    if (PyUnicode_GET_LENGTH(text) == 0 && state->empty != NULL) {
        Py_INCREF(state->empty);
        return state->empty;
    }
    self = (LabelObject *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_INCREF(text);
    self->text = text;
    return (PyObject *)self;
}

static int
Label_traverse(LabelObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->text);
    return 0;
}

static void
Label_dealloc(LabelObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->text);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
Label_str(LabelObject *self)
{
    Py_INCREF(self->text);
    return self->text;
}

static PyType_Slot Label_slots[] = {
    {Py_tp_new, Label_new},
    {Py_tp_dealloc, Label_dealloc},
    {Py_tp_str, Label_str},
    {Py_tp_traverse, Label_traverse},
    {0, NULL},
};

static PyType_Spec Label_spec = {
    .name = "add_object_without_incref.Label",
    .basicsize = sizeof(LabelObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Label_slots,
};

static int
add_object_without_incref_traverse(PyObject *module, visitproc visit, void *arg)
{
    add_object_without_incref_state *state = get_add_object_without_incref_state(module);
    Py_VISIT(state->LabelType);
    Py_VISIT(state->LabelError);
    Py_VISIT(state->empty);
    return 0;
}

static int
add_object_without_incref_clear(PyObject *module)
{
    add_object_without_incref_state *state = get_add_object_without_incref_state(module);
    Py_CLEAR(state->LabelType);
    Py_CLEAR(state->LabelError);
    Py_CLEAR(state->empty);
    return 0;
}

static void
add_object_without_incref_free(void *module)
{
    add_object_without_incref_clear((PyObject *)module);
}

static int add_object_without_incref_exec(PyObject *module);

static PyModuleDef_Slot add_object_without_incref_slots[] = {
    {Py_mod_exec, add_object_without_incref_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "add_object_without_incref",
    "Labels.",
    sizeof(add_object_without_incref_state),
    NULL,
    add_object_without_incref_slots,
    add_object_without_incref_traverse,
    add_object_without_incref_clear,
    add_object_without_incref_free
};

static int
add_object_without_incref_exec(PyObject *module)
{
    add_object_without_incref_state *state = get_add_object_without_incref_state(module);

    state->LabelType = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Label_spec, NULL);
    if (state->LabelType == NULL)
        return -1;
    Py_INCREF(state->LabelType);
    PyModule_AddObject(module, "Label", (PyObject *)state->LabelType);
    state->LabelError = PyErr_NewException("add_object_without_incref.LabelError", PyExc_TypeError,
                                           NULL);
    if (state->LabelError == NULL)
        return -1;
    Py_XINCREF(state->LabelError);
    PyModule_AddObject(module, "LabelError", state->LabelError);
    state->empty = PyObject_CallFunction((PyObject *)state->LabelType, "s", "");
    if (state->empty == NULL)
        return -1;
    Py_XINCREF(state->empty);
    PyModule_AddObject(module, "EMPTY", state->empty);
    return 0;
}

PyMODINIT_FUNC
PyInit_add_object_without_incref(void)
{
    return PyModuleDef_Init(&moduledef);
}
