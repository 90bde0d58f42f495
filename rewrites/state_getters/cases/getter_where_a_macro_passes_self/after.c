/* A macro calls what needs the state, with the object that it is given. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject *error;
} shelf_state;

static inline shelf_state *
get_getter_where_a_macro_passes_self_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shelf_state *)state;
}

static struct PyModuleDef shelf_module;

typedef struct {
    PyObject_HEAD
    int is_open;
} Box;

static PyObject *Box_inside(Box *self, void *context);

#define CHECK_INSIDE(self) \
    do { \
        PyObject *inside = Box_inside(self, NULL); \
        if (inside == NULL) { \
            return NULL; \
        } \
        Py_DECREF(inside); \
    } while (0)

static PyObject *
Box_take(Box *self, PyObject *Py_UNUSED(args))
{
    CHECK_INSIDE(self);
    Py_RETURN_NONE;
}

static PyObject *
Box_inside(Box *self, void *context)
{
    shelf_state *state =
        get_getter_where_a_macro_passes_self_state_by_type(Py_TYPE(self));

    if (state != NULL && !self->is_open) {
        PyErr_SetString(state->error, "the box is closed");
        return NULL;
    }
    return PyLong_FromLong(1);
}

static PyMethodDef Box_methods[] = {
    {"take", (PyCFunction)Box_take, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyGetSetDef Box_getset[] = {
    {"inside", (getter)Box_inside, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL}
};

static PyType_Slot Box_slots[] = {
    {Py_tp_methods, Box_methods},
    {Py_tp_getset, Box_getset},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "getter_where_a_macro_passes_self.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((shelf_state *)PyModule_GetState(module))->error);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    Py_CLEAR(((shelf_state *)PyModule_GetState(module))->error);
    return 0;
}

static void
shelf_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static int getter_where_a_macro_passes_self_exec(PyObject *module);

static PyModuleDef_Slot getter_where_a_macro_passes_self_slots[] = {
    {Py_mod_exec, getter_where_a_macro_passes_self_exec},
    {0, NULL}
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getter_where_a_macro_passes_self",
    .m_size = sizeof(shelf_state),
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_slots = getter_where_a_macro_passes_self_slots,
    .m_free = shelf_free,
};

static int
getter_where_a_macro_passes_self_exec(PyObject *module)
{
    shelf_state *state = (shelf_state *)PyModule_GetState(module);
    state->error = PyErr_NewException("getter_where_a_macro_passes_self.Error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    PyTypeObject *Box_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_getter_where_a_macro_passes_self(void)
{
    return PyModuleDef_Init(&shelf_module);
}
