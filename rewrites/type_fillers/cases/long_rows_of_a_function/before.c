#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Box;

static PyTypeObject BoxType;

static PyObject *
Box_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return type->tp_alloc(type, 0);
}

static PyObject *
Box_a_twin_of_the_box_at_its_side(Box *self, PyObject *Py_UNUSED(ignored))
{
    Box *twin = PyObject_New(Box, &BoxType);

    if (twin != NULL)
        twin->n = self->n;
    return (PyObject *)twin;
}

/* Fill the type, and add it. */
static PyTypeObject *
Box_init_type(PyObject *m, PyTypeObject *type)
{
    static PyMethodDef methods[] = {
        {"a_twin_of_the_box_at_its_side", (PyCFunction)Box_a_twin_of_the_box_at_its_side, METH_NOARGS, "another one"},
        {NULL}
    };

    memset(type, 0, sizeof(PyTypeObject));
    type->tp_name = "box.Box";
    type->tp_basicsize = sizeof(Box);
    type->tp_flags = Py_TPFLAGS_DEFAULT;
    type->tp_methods = methods;
    type->tp_new = Box_new;

    if (PyType_Ready(type) < 0)
        return NULL;

    Py_INCREF(type);
    if (PyModule_AddObject(m, "Box", (PyObject *)type))
        return NULL;

    return type;
}

static struct PyModuleDef box_module = {
    PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *m = PyModule_Create(&box_module);

    if (m == NULL)
        return NULL;
    if (!Box_init_type(m, &BoxType)) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
