#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int number;
} Seat;

static PyTypeObject *Seat_Type;

static PyType_Slot Seat_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Seat_spec = {
    .name = "hall.Seat",
    .basicsize = sizeof(Seat),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Seat_slots,
};

static PyTypeObject *Row_Type;

static PyType_Slot Row_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Row_spec = {
    .name = "hall.Row",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Row_slots,
};

static int
ready_types(PyObject *m)
{
    do {
        Seat_Type =
            (PyTypeObject *)PyType_FromModuleAndSpec(m, &Seat_spec, NULL);
        if (Seat_Type == NULL) break;
        Row_Type =
            (PyTypeObject *)PyType_FromModuleAndSpec(m, &Row_spec, NULL);
        if (Row_Type == NULL) break;
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

    m = PyModule_Create(&hall);
    if (m == NULL)
        return NULL;

    if (ready_types(m) < 0)
        return NULL;
    Py_INCREF(Seat_Type);
    if (PyModule_AddObject(m, "Seat", (PyObject *)Seat_Type) < 0) {
        Py_DECREF(Seat_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Row_Type);
    if (PyModule_AddObject(m, "Row", (PyObject *)Row_Type) < 0) {
        Py_DECREF(Row_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
