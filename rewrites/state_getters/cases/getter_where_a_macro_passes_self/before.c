/* A macro calls what needs the state, with the object that it is given. */
#include <Python.h>

typedef struct {
    PyObject *error;
} shelf_state;

static struct PyModuleDef shelf_module;

static shelf_state *
get_state(void)
{
    PyObject *module = PyState_FindModule(&shelf_module);
    shelf_state *state;

    if (module == NULL || (state = (shelf_state *)PyModule_GetState(module)) == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the shelf is gone");
        return NULL;
    }
    return state;
}

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
    shelf_state *state = get_state();

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

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "getter_where_a_macro_passes_self.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Box_methods,
    .tp_getset = Box_getset,
    .tp_new = PyType_GenericNew,
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

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "getter_where_a_macro_passes_self",
    .m_size = sizeof(shelf_state),
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_getter_where_a_macro_passes_self(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL) {
        return NULL;
    }
    shelf_state *state = (shelf_state *)PyModule_GetState(module);
    state->error = PyErr_NewException("getter_where_a_macro_passes_self.Error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        Py_DECREF(module);
        return NULL;
    }
    if (PyType_Ready(&Box_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
