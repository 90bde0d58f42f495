#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef enum { NOT_A_BOX = 0, A_BOX = 1 } answer;

typedef struct {
    PyObject_HEAD
    long width;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} exports_that_answer_by_an_enum_state;

static inline exports_that_answer_by_an_enum_state *
get_exports_that_answer_by_an_enum_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (exports_that_answer_by_an_enum_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_exports_that_answer_by_an_enum(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "exports_that_answer_by_an_enum");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "exports_that_answer_by_an_enum",
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

static inline exports_that_answer_by_an_enum_state *
find_exports_that_answer_by_an_enum_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "exports_that_answer_by_an_enum");
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
        PyErr_SetString(
            PyExc_RuntimeError,
            "exports_that_answer_by_an_enum is not imported any more");
        return NULL;
    }
    return get_exports_that_answer_by_an_enum_state(module);
}

/* What other extensions call by the capsule, with the GIL. */
static answer
box_width(PyObject *object, long *width)
{
    exports_that_answer_by_an_enum_state *state =
        find_exports_that_answer_by_an_enum_state();

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return NOT_A_BOX;
    }
    if (!PyObject_TypeCheck(object, state->Box_Type)) return NOT_A_BOX;
    *width = ((Box *)object)->width;
    return A_BOX;
}

static answer
box_widen(PyObject *object, long by)
{
    exports_that_answer_by_an_enum_state *state =
        find_exports_that_answer_by_an_enum_state();

    if (state == NULL) {
        PyErr_WriteUnraisable(NULL);
        return NOT_A_BOX;
    }
    if (PyObject_TypeCheck(object, state->Box_Type)) {
        ((Box *)object)->width += by;
        return A_BOX;
    }
    return NOT_A_BOX;
}

static answer
any_length(exports_that_answer_by_an_enum_state *state, PyObject *object,
           long *length)
{
    if (PyUnicode_Check(object)) {
        *length = (long)PyUnicode_GET_LENGTH(object);
        return 1;
    }
    else if (PyObject_TypeCheck(object, state->Box_Type)) {
        *length = 1;
        return 1;
    }
    PyErr_SetString(PyExc_TypeError, "it has no length");
    return 0;
}

typedef struct {
    answer (*width)(PyObject *, long *);
    answer (*widen)(PyObject *, long);
    answer (*length)(PyObject *, long *);
} Box_API;

static int
Box_init(Box *self, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    return PyArg_ParseTuple(args, "l", &self->width) ? 0 : -1;
}

static PyType_Slot Box_slots[] = {
    {Py_tp_init, Box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "exports_that_answer_by_an_enum.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

/* The length is asked for before others may run. */
static PyObject *
halved(PyObject *module, PyObject *object)
{
    exports_that_answer_by_an_enum_state *state =
        get_exports_that_answer_by_an_enum_state(module);
    PyThreadState *thread;
    long length;

    if (!any_length(state, object, &length))
        return NULL;
    thread = PyEval_SaveThread();
    length /= 2;
    PyEval_RestoreThread(thread);
    return PyLong_FromLong(length);
}

static PyMethodDef boxes_methods[] = {
    {"halved", halved, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
exports_that_answer_by_an_enum_traverse(PyObject *module, visitproc visit,
                                        void *arg)
{
    exports_that_answer_by_an_enum_state *state =
        get_exports_that_answer_by_an_enum_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
exports_that_answer_by_an_enum_clear(PyObject *module)
{
    exports_that_answer_by_an_enum_state *state =
        get_exports_that_answer_by_an_enum_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
exports_that_answer_by_an_enum_free(void *module)
{
    exports_that_answer_by_an_enum_clear((PyObject *)module);
}

static int exports_that_answer_by_an_enum_exec(PyObject *module);

static PyModuleDef_Slot exports_that_answer_by_an_enum_slots[] = {
    {Py_mod_exec, exports_that_answer_by_an_enum_exec},
    {Py_mod_exec, keep_exports_that_answer_by_an_enum},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "exports_that_answer_by_an_enum",
    .m_size = sizeof(exports_that_answer_by_an_enum_state),
    .m_methods = boxes_methods,
    .m_traverse = exports_that_answer_by_an_enum_traverse,
    .m_clear = exports_that_answer_by_an_enum_clear,
    .m_free = exports_that_answer_by_an_enum_free,
    .m_slots = exports_that_answer_by_an_enum_slots,
};

static answer
any_length_capi(PyObject *object, long *length)
{
    exports_that_answer_by_an_enum_state *state =
        find_exports_that_answer_by_an_enum_state();

    if (state == NULL) {
        return 0;
    }
    return any_length(state, object, length);
}

static int
exports_that_answer_by_an_enum_exec(PyObject *module)
{
    exports_that_answer_by_an_enum_state *state =
        get_exports_that_answer_by_an_enum_state(module);
    static Box_API api = {box_width, box_widen, any_length_capi};
    PyObject *capsule;

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    capsule = PyCapsule_New(&api, NULL, NULL);
    if (capsule == NULL || PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_exports_that_answer_by_an_enum(void)
{
    return PyModuleDef_Init(&boxes_module);
}
