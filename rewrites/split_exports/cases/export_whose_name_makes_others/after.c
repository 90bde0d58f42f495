/* A macro makes the name of a table of that of a function, which a method calls as well. */
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
} export_whose_name_makes_others_state;

static inline export_whose_name_makes_others_state *
get_export_whose_name_makes_others_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (export_whose_name_makes_others_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_export_whose_name_makes_others(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "export_whose_name_makes_others");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "export_whose_name_makes_others", modules);
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

static inline export_whose_name_makes_others_state *
find_export_whose_name_makes_others_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "export_whose_name_makes_others");
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
                        "export_whose_name_makes_others is not imported any more");
        return NULL;
    }
    return get_export_whose_name_makes_others_state(module);
}

static int
box_width(PyObject *object, int *width)
{
    export_whose_name_makes_others_state *state =
        find_export_whose_name_makes_others_state();

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
    int (*width)(PyObject *, int *);
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
    .name = "export_whose_name_makes_others.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

#define EXPORT(name) static Box_API name##_api = {name}

EXPORT(box_width);

static int
export_whose_name_makes_others_traverse(PyObject *module, visitproc visit, void *arg)
{
    export_whose_name_makes_others_state *state =
        get_export_whose_name_makes_others_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
export_whose_name_makes_others_clear(PyObject *module)
{
    export_whose_name_makes_others_state *state =
        get_export_whose_name_makes_others_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
export_whose_name_makes_others_free(void *module)
{
    export_whose_name_makes_others_clear((PyObject *)module);
}

static int export_whose_name_makes_others_exec(PyObject *module);

static PyModuleDef_Slot export_whose_name_makes_others_slots[] = {
    {Py_mod_exec, export_whose_name_makes_others_exec},
    {Py_mod_exec, keep_export_whose_name_makes_others},
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT, "export_whose_name_makes_others", NULL,
    sizeof(export_whose_name_makes_others_state),
    NULL, export_whose_name_makes_others_slots, export_whose_name_makes_others_traverse,
    export_whose_name_makes_others_clear, export_whose_name_makes_others_free
};

static int
export_whose_name_makes_others_exec(PyObject *module)
{
    export_whose_name_makes_others_state *state =
        get_export_whose_name_makes_others_state(module);

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL)
        return -1;
    if (PyModule_AddObject(module, "_API", PyCapsule_New(&box_width_api, NULL, NULL)) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_export_whose_name_makes_others(void)
{
    return PyModuleDef_Init(&boxes_module);
}
