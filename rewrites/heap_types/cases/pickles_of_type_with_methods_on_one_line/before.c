/* Its table of methods is written on one line, which has no room for another entry. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int x;
} Point;

static PyMethodDef point_methods[] = {{NULL, NULL, 0, NULL}};

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "points.Point",
    .tp_basicsize = sizeof(Point),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = point_methods,
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "points",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_points(void)
{
    if (PyType_Ready(&Point_Type) < 0)
        return NULL;
    return PyModule_Create(&moduledef);
}
