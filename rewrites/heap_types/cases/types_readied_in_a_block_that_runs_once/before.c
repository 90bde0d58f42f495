#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Seat;

static PyTypeObject Seat_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "hall.Seat",
    .tp_basicsize = sizeof(Seat),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Row_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "hall.Row",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
ready_types(void)
{
    do {
        if (PyType_Ready(&Seat_Type) < 0) break;
        if (0 != PyType_Ready(&Row_Type)) break;
        return 0;
    } while (0);
    return -1;
}

static struct PyModuleDef hall = {
    PyModuleDef_HEAD_INIT, "hall", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_hall(void)
{
    PyObject *m;

    if (ready_types() < 0)
        return NULL;
    m = PyModule_Create(&hall);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Seat_Type);
    if (PyModule_AddObject(m, "Seat", (PyObject *)&Seat_Type) < 0) {
        Py_DECREF(&Seat_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Row_Type);
    if (PyModule_AddObject(m, "Row", (PyObject *)&Row_Type) < 0) {
        Py_DECREF(&Row_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
