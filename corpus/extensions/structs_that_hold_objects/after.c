/* The registry and the names are kept in structs, the errors in an array of them. */
#include "shared.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define ERRORS (sizeof(state->errors) / sizeof(state->errors[0]))
#define FAIL(state, at, text) (PyErr_SetString((state)->errors[at].type, text), (PyObject *)NULL)

typedef struct {
    PyObject_HEAD
    PyObject *content;
} Box;

static int
box_init(Box *self, PyObject *args, PyObject *kwds)
{
    PyObject *content = Py_None, *before = self->content;

    if (!PyArg_ParseTuple(args, "|O", &content))
        return -1;
    Py_INCREF(content);
    self->content = content;
    Py_XDECREF(before);
    return 0;
}

static int
box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->content);
    return 0;
}

static int
box_clear(Box *self)
{
    Py_CLEAR(self->content);
    return 0;
}

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    (void)box_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
box_keep(Box *self, PyObject *Py_UNUSED(ignored))
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state_by_type(Py_TYPE(self));

    if (registry_add(state, (PyObject *)self) < 0)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef box_methods[] = {
    {"keep", (PyCFunction)box_keep, METH_NOARGS, "Keep the box in the registry."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, box_traverse},
    {Py_tp_clear, box_clear},
    {Py_tp_methods, box_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "structs_that_hold_objects.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyObject *
keep(PyObject *self, PyObject *value)
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(self);

    if (registry_add(state, value) < 0)
        return NULL;
    return PyLong_FromSsize_t(state->registry.next);
}

static PyObject *
kept(PyObject *self, PyObject *index)
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(self);
    long at = PyLong_AsLong(index);

    if (at == -1 && PyErr_Occurred())
        return NULL;
    state->names.asked++;
    if (at < 0 || at >= SLOTS)
        return FAIL(state, 1, "no such slot");
    if (state->registry.kept[at].value == NULL) {
        if (state->names.asked % 2)
            return FAIL(state, 0, state->errors[0].name);
        Py_INCREF(state->names.empty);
        return state->names.empty;
    }
    return Py_BuildValue("OnO", state->registry.kept[at].value, state->registry.kept[at].times,
                         state->names.fallback[at % 2]);
}

static PyObject *
kind(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(self);

    if (state->registry.type == NULL)
        Py_RETURN_NONE;
    Py_INCREF(state->registry.type);
    return (PyObject *)state->registry.type;
}

static PyMethodDef functions[] = {
    {"keep", keep, METH_O, "Keep a value in the next slot."},
    {"kept", kept, METH_O, "Return what a slot keeps."},
    {"kind", kind, METH_NOARGS, "Return the type of what was kept last."},
    {NULL, NULL, 0, NULL},
};

static int
structs_that_hold_objects_traverse(PyObject *module, visitproc visit, void *arg)
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(module);
    size_t i;
    Py_VISIT(state->names.empty);
    for (i = 0; i < sizeof(state->names.fallback) / sizeof(state->names.fallback[0]); i++) {
        Py_VISIT(state->names.fallback[i]);
    }
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_VISIT(state->errors[i].type);
    }
    Py_VISIT(state->Box_Type);
    for (i = 0; i < sizeof(state->registry.kept) / sizeof(state->registry.kept[0]); i++) {
        Py_VISIT(state->registry.kept[i].value);
    }
    Py_VISIT(state->registry.type);
    return 0;
}

static int
structs_that_hold_objects_clear(PyObject *module)
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(module);
    size_t i;
    Py_CLEAR(state->names.empty);
    for (i = 0; i < sizeof(state->names.fallback) / sizeof(state->names.fallback[0]); i++) {
        Py_CLEAR(state->names.fallback[i]);
    }
    for (i = 0; i < sizeof(state->errors) / sizeof(state->errors[0]); i++) {
        Py_CLEAR(state->errors[i].type);
    }
    Py_CLEAR(state->Box_Type);
    for (i = 0; i < sizeof(state->registry.kept) / sizeof(state->registry.kept[0]); i++) {
        Py_CLEAR(state->registry.kept[i].value);
    }
    Py_CLEAR(state->registry.type);
    return 0;
}

static void
structs_that_hold_objects_free(void *module)
{
    structs_that_hold_objects_clear((PyObject *)module);
}

static int structs_that_hold_objects_exec(PyObject *module);

static PyModuleDef_Slot structs_that_hold_objects_slots[] = {
    {Py_mod_exec, structs_that_hold_objects_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "structs_that_hold_objects",
    .m_size = sizeof(structs_that_hold_objects_state),
    .m_methods = functions,
    .m_traverse = structs_that_hold_objects_traverse,
    .m_clear = structs_that_hold_objects_clear,
    .m_free = structs_that_hold_objects_free,
    .m_slots = structs_that_hold_objects_slots,
};

static int
structs_that_hold_objects_exec(PyObject *module)
{
    structs_that_hold_objects_state *state = get_structs_that_hold_objects_state(module);
    size_t i;

    state->errors[0].name = "structs_that_hold_objects.NotKept";
    state->errors[0].code = 1;
    state->errors[1].name = "structs_that_hold_objects.OutOfRange";
    state->errors[1].code = 2;

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    state->names.empty = PyUnicode_InternFromString("nothing");
    state->names.fallback[0] = PyUnicode_InternFromString("even");
    state->names.fallback[1] = PyUnicode_InternFromString("odd");
    if (state->names.empty == NULL || state->names.fallback[0] == NULL ||
        state->names.fallback[1] == NULL)
        goto fail;
    for (i = 0; i < ERRORS; i++) {
        state->errors[i].type = PyErr_NewException(state->errors[i].name, NULL, NULL);
        if (state->errors[i].type == NULL)
            goto fail;
        Py_INCREF(state->errors[i].type);
        if (PyModule_AddObject(module, state->errors[i].code == 1 ? "NotKept" : "OutOfRange",
                               state->errors[i].type) < 0) {
            Py_DECREF(state->errors[i].type);
            goto fail;
        }
    }
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        goto fail;
    }
    return 0;

fail:
    return -1;
}

PyMODINIT_FUNC
PyInit_structs_that_hold_objects(void)
{
    return PyModuleDef_Init(&definition);
}
