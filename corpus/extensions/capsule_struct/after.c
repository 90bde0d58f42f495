#include <Python.h>

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

/* What other extensions are compiled with. */
typedef struct {
    PyTypeObject *coin_type;
    PyObject *(*coin_new)(PyObject *value);
    int (*coin_check)(PyObject *object);
    struct {
        int major;
    } version;
    PyTypeObject *token_type;
    PyTypeObject *medal_type;
} Coin_CAPI;

typedef struct {
    PyTypeObject *Coin_Type;
    PyTypeObject *Token_Type;

    /* The C API: other extensions get at it by PyCapsule_Import. */
    Coin_CAPI CAPI;
} capsule_struct_state;

static inline capsule_struct_state *
get_capsule_struct_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (capsule_struct_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_capsule_struct(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "capsule_struct");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "capsule_struct", modules);
        Py_DECREF(modules);
        if (result < 0) {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if (remove == NULL) {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if (reference == NULL) {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline capsule_struct_state *
find_capsule_struct_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "capsule_struct");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL
        : PyList_GET_ITEM(modules, count - 1);
    PyObject *module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if (reference != NULL && PyWeakref_GetRef(reference, &module) > 0) {
        Py_DECREF(module);
    }
#else
    if (reference != NULL && PyWeakref_GetObject(reference) != Py_None) {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if (module == NULL) {
        PyErr_SetString(PyExc_RuntimeError,
                        "capsule_struct is not imported any more");
        return NULL;
    }
    return get_capsule_struct_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline capsule_struct_state *
import_capsule_struct_state(void)
{
    capsule_struct_state *state = find_capsule_struct_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("capsule_struct");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_capsule_struct_state(module);
}

static PyObject *
Coin_New(PyObject *value)
{
    capsule_struct_state *state = import_capsule_struct_state();

    if (state == NULL) {
        return NULL;
    }

    Coin *self = (Coin *)state->Coin_Type->tp_alloc(state->Coin_Type, 0);

    if (self == NULL) {
        return NULL;
    }
    self->value = PyLong_AsLong(value);
    if (self->value == -1 && PyErr_Occurred()) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

/* -1 and an exception if it can't be told. */
static int
Coin_Check(PyObject *object)
{
    capsule_struct_state *state = import_capsule_struct_state();

    if (state == NULL) {
        return -1;
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    return PyObject_TypeCheck(object, state->Coin_Type);
}

static int
coin_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l", &((Coin *)self)->value) ? 0 : -1;
}

static PyObject *
coin_value(PyObject *self, void *closure)
{
    return PyLong_FromLong(((Coin *)self)->value);
}

static PyGetSetDef coin_getset[] = {
    {"value", coin_value, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Coin_slots[] = {
    {Py_tp_getset, coin_getset},
    {Py_tp_init, coin_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "capsule_struct.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static PyType_Slot Token_slots[] = {
    {0, NULL},
};

static PyType_Spec Token_spec = {
    .name = "capsule_struct.Token",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Token_slots,
};

static int
capsule_struct_traverse(PyObject *module, visitproc visit, void *arg)
{
    capsule_struct_state *state = get_capsule_struct_state(module);
    Py_VISIT(state->Coin_Type);
    Py_VISIT(state->Token_Type);
    return 0;
}

static int
capsule_struct_clear(PyObject *module)
{
    capsule_struct_state *state = get_capsule_struct_state(module);
    Py_CLEAR(state->Coin_Type);
    Py_CLEAR(state->Token_Type);
    return 0;
}

static void
capsule_struct_free(void *module)
{
    capsule_struct_clear((PyObject *)module);
}

static int capsule_struct_exec(PyObject *module);

static PyModuleDef_Slot capsule_struct_slots[] = {
    {Py_mod_exec, capsule_struct_exec},
    {Py_mod_exec, keep_capsule_struct},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "capsule_struct",
    .m_size = sizeof(capsule_struct_state),
    .m_traverse = capsule_struct_traverse,
    .m_clear = capsule_struct_clear,
    .m_free = capsule_struct_free,
    .m_slots = capsule_struct_slots,
};

static int
capsule_struct_exec(PyObject *module)
{
    capsule_struct_state *state = get_capsule_struct_state(module);
    PyObject *capsule;

    state->Coin_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL) {
        return -1;
    }
    state->Token_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        module, &Token_spec, (PyObject *)state->Coin_Type);
    if (state->Token_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Coin_Type) < 0 || PyModule_AddType(module, state->Token_Type) < 0) {
        return -1;
    }

    state->CAPI = (Coin_CAPI){
        state->Coin_Type,
        Coin_New,
        Coin_Check,
        {2},            /* what was added last: tokens */

        state->Token_Type,
#ifdef WITH_MEDALS
        &PyBaseObject_Type,
#else
        0,
#endif
    };

    /* Hand out the C API. */
    capsule = PyCapsule_New((void *)(&state->CAPI), "capsule_struct._API",
                            NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_capsule_struct(void)
{
    return PyModuleDef_Init(&definition);
}
