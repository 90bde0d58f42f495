#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Compilers that don't take addresses of other libraries in initialisers: a macro fills the class in. */

typedef struct {
    PyObject_HEAD
    int size;
} Box;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Box_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Box_methods[] = {
    {"__reduce__", Box_reduce, METH_NOARGS, NULL},
    {NULL}
};

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

static PyType_Slot Lid_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Lid_spec = {
    .name = "boxes.Lid",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Lid_slots,
};

static PyObject *
make_box(PyObject *module, PyObject *unused)
{
    boxes_state *state = get_boxes_state(module);

    return state->Box_Type->tp_alloc(state->Box_Type, 0);
}

static PyMethodDef methods[] = {
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

static int boxes_exec(PyObject *module);

static PyModuleDef_Slot boxes_slots[] = {
    {Py_mod_exec, boxes_exec},
    {0, NULL}
};

static struct PyModuleDef boxes = {PyModuleDef_HEAD_INIT, "boxes", NULL, sizeof(boxes_state), methods,
    boxes_slots, boxes_traverse, boxes_clear, boxes_free};

static int
boxes_exec(PyObject *module)
{
    boxes_state *state = get_boxes_state(module);

    PyTypeObject *Lid_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Lid_spec, NULL);
    if (Lid_Type == NULL) {
        return -1;
    }

    state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (state->Box_Type == NULL) {
        Py_DECREF(Lid_Type);
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Box_Type->tp_new = NULL;
#endif
    if (PyModule_AddType(module, Lid_Type) < 0) {
        Py_DECREF(Lid_Type);
        return -1;
    }
    Py_DECREF(Lid_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_boxes(void)
{
    return PyModuleDef_Init(&boxes);
}
