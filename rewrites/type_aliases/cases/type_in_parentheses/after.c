#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int width;
} Box;

typedef struct {
    PyTypeObject *Box_Type;
} boxes_state;

static inline boxes_state *
get_boxes_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (boxes_state *)state;
}

static PyObject *
make_box(PyObject *module, PyObject *unused)
{
    boxes_state *state = get_boxes_state(module);
    Box *box = (Box *)(state->Box_Type)->tp_alloc(state->Box_Type, 0);

    if (box != NULL) {
        box->width = (int)state->Box_Type->tp_basicsize;
    }
    return (PyObject *)box;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "boxes.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static PyMethodDef functions[] = {
    {"make_box", make_box, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
boxes_traverse(PyObject *module, visitproc visit, void *arg)
{
    boxes_state *state = get_boxes_state(module);
    Py_VISIT(state->Box_Type);
    return 0;
}

static int
boxes_clear(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);
    Py_CLEAR(state->Box_Type);
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
    .m_name = "boxes",
    .m_size = sizeof(boxes_state),
    .m_methods = functions,
    .m_traverse = boxes_traverse,
    .m_clear = boxes_clear,
    .m_free = boxes_free,
    .m_slots = boxes_slots,
};

static int
boxes_exec(PyObject *m)
{
    boxes_state *state = get_boxes_state(m);

    state->Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    Py_INCREF(state->Box_Type);
    if (PyModule_AddObject(m, "Box", (PyObject *)state->Box_Type) < 0) {
        Py_DECREF(state->Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    return PyModuleDef_Init(&boxes_module);
}
