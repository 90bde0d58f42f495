#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* None can be called. One says itself how it is pickled, two share their methods, one has none. */

typedef struct {
    PyObject_HEAD
    int x;
} Point;

static PyObject *
point_reduce(PyObject *self, PyObject *ignored)
{
    return Py_BuildValue("O(i)", &PyLong_Type, ((Point *)self)->x);
}

static PyObject *
point_x(PyObject *self, PyObject *ignored)
{
    return PyLong_FromLong(((Point *)self)->x);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
points_no_pickle(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef points_no_pickle_methods[] = {
    {"__reduce__", points_no_pickle, METH_NOARGS, NULL},
    {NULL}
};

static PyMethodDef told_methods[] = {
    {"__reduce__", point_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef shared_methods[] = {
    {"x", point_x, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyMethodDef own_methods[] = {
    {"x", point_x, METH_NOARGS, NULL},
    {"__reduce__", points_no_pickle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject *Told_Type;

static PyType_Slot Told_slots[] = {
    {Py_tp_methods, told_methods},
    {0, NULL},
};

static PyType_Spec Told_spec = {
    .name = "points.Told",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Told_slots,
};

static PyTypeObject *First_Type;

static PyType_Slot First_slots[] = {
    {Py_tp_methods, shared_methods},
    {0, NULL},
};

static PyType_Spec First_spec = {
    .name = "points.First",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = First_slots,
};

static PyTypeObject *Second_Type;

static PyType_Slot Second_slots[] = {
    {Py_tp_methods, shared_methods},
    {0, NULL},
};

static PyType_Spec Second_spec = {
    .name = "points.Second",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Second_slots,
};

static PyTypeObject *Own_Type;

static PyType_Slot Own_slots[] = {
    {Py_tp_methods, own_methods},
    {0, NULL},
};

static PyType_Spec Own_spec = {
    .name = "points.Own",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Own_slots,
};

static PyTypeObject *Bare_Type;

static PyType_Slot Bare_slots[] = {
    {Py_tp_methods, points_no_pickle_methods},
    {0, NULL},
};

static PyType_Spec Bare_spec = {
    .name = "points.Bare",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Bare_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "points", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_points(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    Told_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Told_spec, NULL);
    if (Told_Type == NULL)
        return NULL;
    First_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &First_spec, NULL);
    if (First_Type == NULL)
        return NULL;
    Second_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Second_spec, NULL);
    if (Second_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Told_Type->tp_new = NULL;
    First_Type->tp_new = NULL;
    Second_Type->tp_new = NULL;
#endif
    Own_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Own_spec, NULL);
    if (Own_Type == NULL)
        return NULL;
    Bare_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Bare_spec, NULL);
    if (Bare_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Own_Type->tp_new = NULL;
    Bare_Type->tp_new = NULL;
#endif
    return module;
}
