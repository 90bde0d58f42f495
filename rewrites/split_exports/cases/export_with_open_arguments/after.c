/* What a capsule hands out takes as many arguments as it's given, which no other function can hand on. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int width;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} export_with_open_arguments_state;

static inline export_with_open_arguments_state *
get_export_with_open_arguments_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (export_with_open_arguments_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_export_with_open_arguments(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "export_with_open_arguments");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "export_with_open_arguments", modules);
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

static inline export_with_open_arguments_state *
find_export_with_open_arguments_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL : PyDict_GetItemString(dict, "export_with_open_arguments");
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
        PyErr_SetString(PyExc_RuntimeError, "export_with_open_arguments is not imported any more");
        return NULL;
    }
    return get_export_with_open_arguments_state(module);
}

static int
box_width(PyObject *object, int *width, ...)
{
    export_with_open_arguments_state *state = find_export_with_open_arguments_state();

    if (state == NULL) {
        return -1;
    }
    if (!PyObject_TypeCheck(object, state->Box_Type)) {
        PyErr_SetString(PyExc_TypeError, "a box is needed");
        return -1;
    }
    *width = ((Box *)object)->width;
    return 0;
}

typedef struct {
    int (*width)(PyObject *, int *, ...);
} Box_API;

static PyObject *
Box_fits(PyObject *self, PyObject *other)
{
    int width;

    if (box_width(other, &width) < 0)
        return NULL;
    return PyBool_FromLong(width < ((Box *)self)->width);
}

static PyMethodDef Box_methods[] = {
    {"fits", Box_fits, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "export_with_open_arguments.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static Box_API api = {box_width};

static int
export_with_open_arguments_traverse(PyObject *module, visitproc visit, void *arg)
{
    export_with_open_arguments_state *state = get_export_with_open_arguments_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
export_with_open_arguments_clear(PyObject *module)
{
    export_with_open_arguments_state *state = get_export_with_open_arguments_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
export_with_open_arguments_free(void *module)
{
    export_with_open_arguments_clear((PyObject *)module);
}

static int export_with_open_arguments_exec(PyObject *module);

static PyModuleDef_Slot export_with_open_arguments_slots[] = {
    {Py_mod_exec, export_with_open_arguments_exec},
    {Py_mod_exec, keep_export_with_open_arguments},
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "export_with_open_arguments", NULL, sizeof(export_with_open_arguments_state),
    NULL, export_with_open_arguments_slots, export_with_open_arguments_traverse,
    export_with_open_arguments_clear, export_with_open_arguments_free
};

static int
export_with_open_arguments_exec(PyObject *module)
{
    export_with_open_arguments_state *state = get_export_with_open_arguments_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "_API", PyCapsule_New(&api, NULL, NULL)) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_export_with_open_arguments(void)
{
    return PyModuleDef_Init(&boxes_module);
}
