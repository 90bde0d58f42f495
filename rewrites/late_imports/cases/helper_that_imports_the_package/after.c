/* boxes imports _boxes, and takes Box and the names from it: they have to be there. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *describe;
    PyObject *error_type;
    PyObject *extract;
    PyObject *names;
} boxes_state;

static inline boxes_state *
get_boxes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_state *)state;
}

static inline boxes_state *
get_boxes_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (boxes_state *)state;
}

static PyObject *
box_repr(PyObject *self)
{
    boxes_state *state = get_boxes_state_by_type(Py_TYPE(self));

    return PyObject_CallFunctionObjArgs(state->describe, self, NULL);
}

static PyObject *
box_fail(PyObject *self, PyObject *args)
{
    boxes_state *state = get_boxes_state_by_type(Py_TYPE(self));
    PyObject *found = PyObject_CallNoArgs(state->extract);

    PyErr_SetObject(state->error_type, found);
    Py_XDECREF(found);
    return NULL;
}

static PyMethodDef box_methods[] = {
    {"fail", box_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_repr, box_repr},
    {Py_tp_methods, box_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "_boxes.Box",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
load(boxes_state *state)
{
    PyObject *module = NULL;

    state->names = PyDict_New();
    if (state->names == NULL) {
        goto fail;
    }

#define WITH_MOD(NAME) \
    Py_CLEAR(module); \
    module = PyImport_ImportModule(NAME); \
    if (module == NULL) { \
        goto fail; \
    }

#define GET_MOD_ATTR(VAR, NAME) \
    VAR = PyObject_GetAttrString(module, NAME); \
    if (VAR == NULL) { \
        goto fail; \
    }

    WITH_MOD("traceback")
    GET_MOD_ATTR(state->extract, "extract_stack")

    Py_DECREF(module);
    return 0;

fail:
    Py_CLEAR(module);
    return -1;
}

static int
import_boxes(boxes_state *state)
{
    PyObject *module = NULL;

    /* What describes a box. */
    WITH_MOD("boxes")
    GET_MOD_ATTR(state->describe, "describe")

    WITH_MOD("boxes.errors")
    GET_MOD_ATTR(state->error_type, "BoxError")

    Py_DECREF(module);
    return 0;

fail:
    Py_CLEAR(module);
    return -1;

#undef WITH_MOD
#undef GET_MOD_ATTR
}

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_state *state = get_boxes_state(module);
    Py_VISIT(state->describe);
    Py_VISIT(state->error_type);
    Py_VISIT(state->extract);
    Py_VISIT(state->names);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);
    Py_CLEAR(state->describe);
    Py_CLEAR(state->error_type);
    Py_CLEAR(state->extract);
    Py_CLEAR(state->names);
    return 0;
}

static void
boxes_free(void *module)
{
    boxes_clear((PyObject *)module);
}

static int boxes_exec(PyObject *m);

static PyModuleDef_Slot boxes_slots[] = {
    {Py_mod_exec, boxes_exec},
    {0, NULL}
};

static struct PyModuleDef boxes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_boxes",
    .m_size = sizeof(boxes_state),
    .m_traverse = boxes_traverse,
    .m_clear = boxes_clear,
    .m_free = boxes_free,
    .m_slots = boxes_slots,
};

static int
boxes_exec(PyObject *m)
{
    boxes_state *state = get_boxes_state(m);

    if (load(state) < 0) {
        return -1;
    }
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(m, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    Py_INCREF(state->names);
    if (PyModule_AddObject(m, "names", state->names) < 0) {
        Py_DECREF(state->names);
        return -1;
    }
    if (import_boxes(state) < 0) {
        return -1;
    }

    return 0;
}

PyMODINIT_FUNC
PyInit__boxes(void)
{
    return PyModuleDef_Init(&boxes_module);
}
