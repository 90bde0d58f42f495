#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Python code calls a function by its address, with an object that is asked for its type first. */

typedef struct {
    PyObject_HEAD
    long value;
} Coin;

typedef struct {
    PyTypeObject *Coin_Type;
} object_that_a_callback_asks_for_state;

static struct PyModuleDef definition;

static inline object_that_a_callback_asks_for_state *
get_object_that_a_callback_asks_for_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (object_that_a_callback_asks_for_state *)state;
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

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_object_that_a_callback_asks_for(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "object_that_a_callback_asks_for");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "object_that_a_callback_asks_for",
                                      modules);
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

static inline object_that_a_callback_asks_for_state *
find_object_that_a_callback_asks_for_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "object_that_a_callback_asks_for");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject *reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
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
                        "object_that_a_callback_asks_for is not imported any more");
        return NULL;
    }
    return get_object_that_a_callback_asks_for_state(module);
}

/* For callbacks that are given an object: it may be of a module that was
   imported earlier. */
static inline object_that_a_callback_asks_for_state *
find_object_that_a_callback_asks_for_state_by_object(PyObject *object)
{
    PyObject *module = PyType_GetModuleByDef(Py_TYPE(object), &definition);

    if (module == NULL) {
        PyErr_Clear();
        return find_object_that_a_callback_asks_for_state();
    }
    return get_object_that_a_callback_asks_for_state(module);
}

#define Coin_Check(state, op) PyObject_TypeCheck(op, (state)->Coin_Type)

static int
is_coin(object_that_a_callback_asks_for_state *state, PyObject *op)
{
    if (Coin_Check(state, op)) {
        return 1;
    }
    PyErr_Format(PyExc_TypeError, "a coin is needed, not %s", Py_TYPE(op)->tp_name);
    return 0;
}

static PyObject *
exchange(long rate, PyObject *op)
{
    object_that_a_callback_asks_for_state *state =
        find_object_that_a_callback_asks_for_state_by_object(op);
    Coin *coin;

    if (state == NULL) {
        return NULL;
    }
    if (0 == is_coin(state, op)) {
        return NULL;
    }
    coin = (Coin *)state->Coin_Type->tp_alloc(state->Coin_Type, 0);
    if (coin == NULL) {
        return NULL;
    }
    coin->value = ((Coin *)op)->value * rate;
    return (PyObject *)coin;
}

static int
Coin_init(Coin *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l:Coin", &self->value) ? 0 : -1;
}

static PyObject *
Coin_value(Coin *self, PyObject *unused)
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef Coin_methods[] = {
    {"value", (PyCFunction)Coin_value, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Coin_slots[] = {
    {Py_tp_methods, Coin_methods},
    {Py_tp_init, Coin_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Coin_spec = {
    .name = "object_that_a_callback_asks_for.Coin",
    .basicsize = sizeof(Coin),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Coin_slots,
};

static PyObject *
address(PyObject *module, PyObject *unused)
{
    return PyLong_FromVoidPtr(exchange);
}

static PyMethodDef functions[] = {
    {"address", address, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
object_that_a_callback_asks_for_traverse(PyObject *module, visitproc visit,
                                         void *arg)
{
    object_that_a_callback_asks_for_state *state =
        get_object_that_a_callback_asks_for_state(module);
    Py_VISIT(state->Coin_Type);
    return 0;
}

static int
object_that_a_callback_asks_for_clear(PyObject *module)
{
    object_that_a_callback_asks_for_state *state =
        get_object_that_a_callback_asks_for_state(module);
    Py_CLEAR(state->Coin_Type);
    return 0;
}

static void
object_that_a_callback_asks_for_free(void *module)
{
    object_that_a_callback_asks_for_clear((PyObject *)module);
}

static int object_that_a_callback_asks_for_exec(PyObject *module);

static PyModuleDef_Slot object_that_a_callback_asks_for_slots[] = {
    {Py_mod_exec, object_that_a_callback_asks_for_exec},
    {Py_mod_exec, keep_object_that_a_callback_asks_for},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "object_that_a_callback_asks_for",
    .m_size = sizeof(object_that_a_callback_asks_for_state),
    .m_methods = functions,
    .m_traverse = object_that_a_callback_asks_for_traverse,
    .m_clear = object_that_a_callback_asks_for_clear,
    .m_free = object_that_a_callback_asks_for_free,
    .m_slots = object_that_a_callback_asks_for_slots,
};

static int
object_that_a_callback_asks_for_exec(PyObject *module)
{
    object_that_a_callback_asks_for_state *state =
        get_object_that_a_callback_asks_for_state(module);

    state->Coin_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Coin_spec, NULL);
    if (state->Coin_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Coin_Type);
    if (PyModule_AddObject(module, "Coin", (PyObject *)state->Coin_Type) < 0) {
        Py_DECREF(state->Coin_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_object_that_a_callback_asks_for(void)
{
    return PyModuleDef_Init(&definition);
}
