/* Runners, ranked by a function of the C library whose callback is given nothing of the module. */

#include <Python.h>
#include <stdlib.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long seconds;
} Runner;

typedef struct {
    PyObject *key_name;
} podium_state;

static inline podium_state *
get_podium_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (podium_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_podium(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "podium");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "podium", modules);
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

static inline podium_state *
find_podium_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, "podium");
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
        PyErr_SetString(PyExc_RuntimeError, "podium is not imported any more");
        return NULL;
    }
    return get_podium_state(module);
}

static PyObject *
Runner_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    Runner *self;
    long seconds;

    if (!PyArg_ParseTuple(args, "l", &seconds)) {
        return NULL;
    }
    self = (Runner *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->seconds = seconds;
    }
    return (PyObject *)self;
}

static void
Runner_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
Runner_get_seconds(PyObject *self, void *closure)
{
    return PyLong_FromLong(((Runner *)self)->seconds);
}

static PyGetSetDef Runner_getset[] = {
    {"seconds", Runner_get_seconds, NULL, "How long it took.", NULL},
    {NULL}
};

static PyType_Slot Runner_slots[] = {
    {Py_tp_doc, "A runner."},
    {Py_tp_new, Runner_new},
    {Py_tp_dealloc, Runner_dealloc},
    {Py_tp_getset, Runner_getset},
    {0, NULL},
};

static PyType_Spec Runner_spec = {
    .name = "podium.Runner",
    .basicsize = sizeof(Runner),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Runner_slots,
};

static int
compare(const void *left, const void *right)
{
    podium_state *state = find_podium_state();
    PyObject *first, *second;
    int result;

    if (state == NULL) {
        return 0;
    }
    if (PyErr_Occurred()) {
        return 0;
    }
    first = PyObject_GetAttr(*(PyObject **)left, state->key_name);
    if (first == NULL) {
        return 0;
    }
    second = PyObject_GetAttr(*(PyObject **)right, state->key_name);
    if (second == NULL) {
        Py_DECREF(first);
        return 0;
    }
    result = PyObject_RichCompareBool(first, second, Py_LT);
    Py_DECREF(first);
    Py_DECREF(second);
    return result < 0 ? 0 : result ? -1 : 1;
}

static PyObject *
ranked(PyObject *self, PyObject *runners)
{
    PyObject *result = PySequence_List(runners);

    if (result == NULL) {
        return NULL;
    }
    qsort(((PyListObject *)result)->ob_item, PyList_GET_SIZE(result), sizeof(PyObject *), compare);
    if (PyErr_Occurred()) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

static PyMethodDef functions[] = {
    {"ranked", ranked, METH_O, "Rank runners."},
    {NULL}
};

static int
podium_traverse(PyObject *module, visitproc visit, void *arg)
{
    podium_state *state = get_podium_state(module);
    Py_VISIT(state->key_name);
    return 0;
}

static int
podium_clear(PyObject *module)
{
    podium_state *state = get_podium_state(module);
    Py_CLEAR(state->key_name);
    return 0;
}

static void
podium_free(void *module)
{
    podium_clear((PyObject *)module);
}

static int podium_exec(PyObject *module);

static PyModuleDef_Slot podium_slots[] = {
    {Py_mod_exec, podium_exec},
    {Py_mod_exec, keep_podium},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef podium_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "podium",
    .m_doc = "Ranks.",
    .m_size = sizeof(podium_state),
    .m_methods = functions,
    .m_traverse = podium_traverse,
    .m_clear = podium_clear,
    .m_free = podium_free,
    .m_slots = podium_slots,
};

static int
podium_exec(PyObject *module)
{
    podium_state *state = get_podium_state(module);

    PyTypeObject *Runner_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Runner_spec, NULL);
    if (Runner_Type == NULL) {
        return -1;
    }
    if (state->key_name == NULL) {
        state->key_name = PyUnicode_InternFromString("seconds");
    }
    Py_INCREF(Runner_Type);
    if (state->key_name == NULL ||
        PyModule_AddObject(module, "Runner", (PyObject *)Runner_Type) < 0) {
        Py_DECREF(Runner_Type);
        return -1;
    }
    Py_DECREF(Runner_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_podium(void)
{
    return PyModuleDef_Init(&podium_module);
}
