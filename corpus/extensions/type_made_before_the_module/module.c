#include <Python.h>

typedef struct {
    PyObject *box_type;
} box_module_state;

static struct PyModuleDef box_module;

#define box_global ((box_module_state *)PyModule_GetState(PyState_FindModule(&box_module)))
#define Box_CheckExact(op) Py_IS_TYPE((op), (PyTypeObject *)box_global->box_type)

typedef struct {
    PyObject_HEAD
} BoxObject;

static PyObject *
box_same(PyObject *self, PyObject *other)
{
    return PyBool_FromLong(Py_TYPE(other) == (PyTypeObject *)box_global->box_type);
}

static PyMethodDef box_methods[] = {
    {"same", box_same, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot box_slots[] = {
    {Py_tp_methods, box_methods},
    {0, NULL},
};

static PyType_Spec box_spec = {
    "type_made_before_the_module.Box",
    sizeof(BoxObject),
    0,
    Py_TPFLAGS_DEFAULT,
    box_slots
};

static int
box_module_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_module_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_VISIT(state->box_type);
    }
    return 0;
}

static int
box_module_clear(PyObject *module)
{
    box_module_state *state = PyModule_GetState(module);
    if (state != NULL) {
        Py_CLEAR(state->box_type);
    }
    return 0;
}

static void
box_module_free(void *module)
{
    box_module_clear((PyObject *)module);
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT,
    "type_made_before_the_module",
    NULL,
    sizeof(box_module_state),
    NULL,
    NULL,
    box_module_traverse,
    box_module_clear,
    box_module_free,
};

PyMODINIT_FUNC
PyInit_type_made_before_the_module(void)
{
    PyObject *m;

    PyObject *type = PyType_FromSpec(&box_spec);
    if (type == NULL) {
        return NULL;
    }
    m = PyModule_Create(&box_module);
    if (m == NULL) {
        Py_DECREF(type);
        return NULL;
    }
    ((box_module_state *)PyModule_GetState(m))->box_type = type;
    Py_INCREF(type);
    if (PyModule_AddObject(m, "Box", type) < 0) {
        Py_DECREF(type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
