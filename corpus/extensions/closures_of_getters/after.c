#include <Python.h>
#include <stddef.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Doors, which know the module's exceptions, as connections of the database API do. */

typedef struct {
    PyObject *Error;
    PyObject *ClosedError;
    PyObject *LockedError;
    PyObject *Keys;
} closures_of_getters_state;

static struct PyModuleDef definition;

static inline closures_of_getters_state *
get_closures_of_getters_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (closures_of_getters_state *)state;
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

static inline closures_of_getters_state *
get_closures_of_getters_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_closures_of_getters_state(module);
}

typedef struct {
    PyObject_HEAD
    int open;
} Door;

static PyObject *door_get_exception(Door *self, void *closure);

static PyObject *
door_get_open(Door *self, void *closure)
{
    return PyBool_FromLong(self->open);
}

static PyObject *
door_enter(Door *self, PyObject *Py_UNUSED(ignored))
{
    if (!self->open) {
        closures_of_getters_state *state =
            get_closures_of_getters_state_by_type(Py_TYPE(self));

        PyErr_SetString(state->ClosedError, "closed");
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What it points to may change while it is asked for. */
static PyObject *
door_get_keys(PyObject *self, void *place)
{
    closures_of_getters_state *state =
        get_closures_of_getters_state_by_type(Py_TYPE(self));
    PyObject *keys = * (PyObject**) ((char *)state + (size_t)place);

    Py_XINCREF(keys);
    if (keys == NULL) {
        PyErr_SetString(PyExc_AttributeError, "no keys");
    }
    return keys;
}

static PyGetSetDef door_getset[] = {
    {"open", (getter)door_get_open, NULL, NULL, NULL},
    {"Error", (getter)door_get_exception, NULL, "what doors raise",
     (void *)offsetof(closures_of_getters_state, Error)},
    {"ClosedError", (getter)door_get_exception, NULL, NULL,
     (void *)offsetof(closures_of_getters_state, ClosedError)},
    {.name = "LockedError",
     .closure = (void *)offsetof(closures_of_getters_state, LockedError),
     .get = (getter)door_get_exception},
    {"keys", door_get_keys, NULL, NULL,
     (void *)offsetof(closures_of_getters_state, Keys)},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyMethodDef door_methods[] = {
    {"enter", (PyCFunction)door_enter, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyObject *
door_get_exception(Door *self, void *closure)
{
    closures_of_getters_state *state =
        get_closures_of_getters_state_by_type(Py_TYPE(self));

    Py_INCREF(*(PyObject **)((char *)state + (size_t)closure));
    return *(PyObject **)((char *)state + (size_t)closure);
}

static PyType_Slot Door_slots[] = {
    {Py_tp_methods, door_methods},
    {Py_tp_getset, door_getset},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Door_spec = {
    .name = "closures_of_getters.Door",
    .basicsize = sizeof(Door),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Door_slots,
};

static PyObject *
set_keys(PyObject *module, PyObject *keys)
{
    closures_of_getters_state *state = get_closures_of_getters_state(module);

    Py_INCREF(keys);
    Py_XSETREF(state->Keys, keys);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"set_keys", set_keys, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
closures_of_getters_traverse(PyObject *module, visitproc visit, void *arg)
{
    closures_of_getters_state *state = get_closures_of_getters_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->ClosedError);
    Py_VISIT(state->LockedError);
    Py_VISIT(state->Keys);
    return 0;
}

static int
closures_of_getters_clear(PyObject *module)
{
    closures_of_getters_state *state = get_closures_of_getters_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->ClosedError);
    Py_CLEAR(state->LockedError);
    Py_CLEAR(state->Keys);
    return 0;
}

static void
closures_of_getters_free(void *module)
{
    closures_of_getters_clear((PyObject *)module);
}

static int closures_of_getters_exec(PyObject *module);

static PyModuleDef_Slot closures_of_getters_slots[] = {
    {Py_mod_exec, closures_of_getters_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "closures_of_getters",
    .m_size = sizeof(closures_of_getters_state),
    .m_methods = functions,
    .m_traverse = closures_of_getters_traverse,
    .m_clear = closures_of_getters_clear,
    .m_free = closures_of_getters_free,
    .m_slots = closures_of_getters_slots,
};

static int
closures_of_getters_exec(PyObject *module)
{
    closures_of_getters_state *state = get_closures_of_getters_state(module);

    PyTypeObject *DoorType =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Door_spec, NULL);
    if (DoorType == NULL) {
        return -1;
    }
    state->Error = PyErr_NewException("closures_of_getters.Error", NULL, NULL);
    state->ClosedError = PyErr_NewException("closures_of_getters.ClosedError",
                                            state->Error, NULL);
    state->LockedError = PyErr_NewException("closures_of_getters.LockedError",
                                            state->Error, NULL);
    if (state->Error == NULL || state->ClosedError == NULL ||
        state->LockedError == NULL) {
        Py_DECREF(DoorType);
        return -1;
    }
    Py_INCREF(state->Error);
    Py_INCREF(DoorType);
    if (PyModule_AddObject(module, "Error", state->Error) < 0 ||
        PyModule_AddObject(module, "Door", (PyObject *)DoorType) < 0) {
        Py_DECREF(DoorType);
        return -1;
    }
    Py_DECREF(DoorType);
    return 0;
}

PyMODINIT_FUNC
PyInit_closures_of_getters(void)
{
    return PyModuleDef_Init(&definition);
}
