/* Its table of methods is written on one line, which has no room for another entry. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    int x;
} Point;

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Point_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                 Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef point_methods[] = {
    {"__reduce__", Point_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}};

static PyTypeObject *Point_Type;

static PyType_Slot Point_slots[] = {
    {Py_tp_methods, point_methods},
    {0, NULL},
};

static PyType_Spec Point_spec = {
    .name = "points.Point",
    .basicsize = sizeof(Point),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Point_slots,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "points",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_points(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    Point_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Point_spec, NULL);
    if (Point_Type == NULL)
        return NULL;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Point_Type->tp_new = NULL;
#endif
    return module;
}
