#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *names;
} shelf_state;

static inline shelf_state *
get_shelf_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (shelf_state *)state;
}

static inline shelf_state *
get_shelf_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shelf_state *)state;
}

static PyObject *
Box_make(shelf_state *state, PyTypeObject *type, PyObject *name)
{
    if (PyDict_SetItem(state->names, name, Py_None) < 0)
        return NULL;
    return type->tp_alloc(type, 0);
}

static PyObject *
Box_vectorcall(PyTypeObject *type, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    shelf_state *state = get_shelf_state_by_type(type);

    if (PyVectorcall_NARGS(nargsf) != 1 || kwnames != NULL) {
        PyErr_SetString(PyExc_TypeError, "a name is needed");
        return NULL;
    }
    return Box_make(state, type, args[0]);
}

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    shelf_state *state = get_shelf_state_by_type(type);
    PyObject *name;

    if (!PyArg_ParseTuple(args, "O", &name))
        return NULL;
    return Box_make(state, type, name);
}

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, Box_new},
#ifdef Py_tp_vectorcall
    {Py_tp_vectorcall, Box_vectorcall},
#endif
    {0, NULL}
};

static PyType_Spec Box_spec = {
    .name = "shelf.Box",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Box_slots
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    shelf_state *state = get_shelf_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    shelf_state *state = get_shelf_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_state),
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelf_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    shelf_state *state;
    PyObject *box;
    PyObject *m = PyModule_Create(&shelf_module);

    if (m == NULL)
        return NULL;
    state = get_shelf_state(m);
    state->names = PyDict_New();
    if (state->names == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    box = PyType_FromModuleAndSpec(m, &Box_spec, NULL);
    if (box == NULL || PyModule_AddObject(m, "Box", box) < 0) {
        Py_XDECREF(box);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
