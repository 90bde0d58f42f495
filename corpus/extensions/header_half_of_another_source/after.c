#define BOXES_INTERNAL
#include "boxes.h"

typedef struct {
    PyTypeObject *Box_Type;
    void *api[2];
} header_half_of_another_source_state;

static struct PyModuleDef definition;

static inline header_half_of_another_source_state *
get_header_half_of_another_source_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (header_half_of_another_source_state *)state;
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

static inline header_half_of_another_source_state *
get_header_half_of_another_source_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_header_half_of_another_source_state(module);
}

/* For callbacks: they find the module imported last of those that live. */
static inline int
keep_header_half_of_another_source(PyObject *module)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if (dict == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "header_half_of_another_source");
    if (modules == NULL) {
        modules = PyList_New(0);
        if (modules == NULL) {
            return -1;
        }
        result = PyDict_SetItemString(dict, "header_half_of_another_source",
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

static inline header_half_of_another_source_state *
find_header_half_of_another_source_state(void)
{
    PyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "header_half_of_another_source");
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
                        "header_half_of_another_source is not imported any more");
        return NULL;
    }
    return get_header_half_of_another_source_state(module);
}

/* For the C API, which may have been imported by another interpreter. */
static inline header_half_of_another_source_state *
import_header_half_of_another_source_state(void)
{
    header_half_of_another_source_state *state =
        find_header_half_of_another_source_state();
    PyObject *module;

    if (state != NULL) {
        return state;
    }
    PyErr_Clear();
    module = PyImport_ImportModule("header_half_of_another_source");
    if (module == NULL) {
        return NULL;
    }
    Py_DECREF(module);
    return get_header_half_of_another_source_state(module);
}

#define Box_Check(state, x) PyObject_TypeCheck((x), (state)->Box_Type)

static int
box_check_width(header_half_of_another_source_state *state, PyObject *other)
{
    if (!Box_Check(state, other)) {
        PyErr_Format(PyExc_TypeError, "a Box is needed, not %s", Py_TYPE(other)->tp_name);
        return -1;
    }
    return 0;
}

/* For other extensions: -1 and an exception where there is no Box. */
static int
box_width(header_half_of_another_source_state *state, PyObject *other, long *width)
{
    if (box_check_width(state, other)) {
        return -1;
    }
    *width = ((Box *)other)->width;
    return 0;
}

static int
box_init(PyObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "l", &((Box *)self)->width) ? 0 : -1;
}

static PyObject *
box_holds(PyObject *self, PyObject *other)
{
    header_half_of_another_source_state *state =
        get_header_half_of_another_source_state_by_type(Py_TYPE(self));
    long width;

    if (box_width(state, other, &width) < 0) {
        return NULL;
    }
    return PyBool_FromLong(width < ((Box *)self)->width);
}

static PyObject *
box_wide(PyObject *self, PyObject *unused)
{
    int wide = is_wide(self);

    return wide < 0 ? NULL : PyBool_FromLong(wide);
}

static PyMethodDef box_methods[] = {
    {"holds", box_holds, METH_O, NULL},
    {"is_wide", box_wide, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, box_methods},
    {Py_tp_init, box_init},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "header_half_of_another_source.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
box_width_capi(PyObject *other, long *width)
{
    header_half_of_another_source_state *state =
        import_header_half_of_another_source_state();

    if (state == NULL) {
        return -1;
    }
    return box_width(state, other, width);
}

static int
boxes_exec(PyObject *module)
{
    header_half_of_another_source_state *state =
        get_header_half_of_another_source_state(module);
    PyObject *capsule;

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddType(module, state->Box_Type) < 0) {
        return -1;
    }
    state->api[0] = state->Box_Type;
    state->api[1] = box_width_capi;
    capsule = PyCapsule_New(state->api, "header_half_of_another_source._API",
                            NULL);
    if (capsule == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "_API", capsule) < 0) {
        Py_DECREF(capsule);
        return -1;
    }
    /* Who has imported the C API keeps its pointer for good. */
    Py_INCREF(module);
    return 0;
}

static PyMethodDef functions[] = {
    {NULL, NULL, 0, NULL}
};

#ifndef BUILD_STATIC
static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, boxes_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters,
     Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},  // TODO: see if this
                                                   // can be supported
#endif
    {Py_mod_exec, keep_header_half_of_another_source},
    {0, NULL}
};
#endif

static int
header_half_of_another_source_traverse(PyObject *module, visitproc visit,
                                       void *arg)
{
    header_half_of_another_source_state *state =
        get_header_half_of_another_source_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
header_half_of_another_source_clear(PyObject *module)
{
    header_half_of_another_source_state *state =
        get_header_half_of_another_source_state(module);
    Py_CLEAR(state->Box_Type);
    return 0;
}

static void
header_half_of_another_source_free(void *module)
{
    header_half_of_another_source_clear((PyObject *)module);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "header_half_of_another_source", NULL,
    sizeof(header_half_of_another_source_state), functions,
#ifndef BUILD_STATIC
    slots,
#else
    NULL,
#endif
    header_half_of_another_source_traverse, header_half_of_another_source_clear,
    header_half_of_another_source_free
};

PyMODINIT_FUNC
PyInit_header_half_of_another_source(void)
{
#ifndef BUILD_STATIC
    return PyModuleDef_Init(&definition);
#else
    PyObject *module = PyModule_Create(&definition);

    if (module != NULL && boxes_exec(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
#endif
}
