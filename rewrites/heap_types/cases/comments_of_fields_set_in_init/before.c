#include <Python.h>

typedef struct {
    PyObject_HEAD
    int depth;
} Well;

static void
well_dealloc(Well *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    tp->tp_free(self);
    Py_DECREF(tp);
}

static Py_ssize_t
well_length(PyObject *self)
{
    return ((Well *)self)->depth;
}

static PyObject *
well_at(PyObject *self, PyObject *key)
{
    return PyLong_FromSsize_t(well_length(self));
}

static PyMappingMethods well_mapping = {
    .mp_length = well_length,
    .mp_subscript = well_at,
};

static PyTypeObject Well_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "wells.Well",
    .tp_basicsize = sizeof(Well),
};

static PyTypeObject Pump_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "wells.Pump",
    .tp_basicsize = sizeof(Well),
};

static struct PyModuleDef wells_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "wells",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_wells(void)
{
    PyObject *m;

    /* Initialise Well_Type. */
    Well_Type.tp_dealloc = (destructor)well_dealloc;
    Well_Type.tp_as_mapping = &well_mapping;
    Well_Type.tp_new = PyType_GenericNew;
    Well_Type.tp_flags = Py_TPFLAGS_DEFAULT;

    /* Initialise Pump_Type. */
    Pump_Type.tp_dealloc = (destructor)well_dealloc;
    Pump_Type.tp_new = PyType_GenericNew;
    Pump_Type.tp_flags = Py_TPFLAGS_DEFAULT;

    /* Make all types ready. */
    if (PyType_Ready(&Well_Type) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Pump_Type) < 0) {
        return NULL;
    }

    m = PyModule_Create(&wells_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Well_Type);
    if (PyModule_AddObject(m, "Well", (PyObject *)&Well_Type) < 0) {
        Py_DECREF(&Well_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Pump_Type);
    if (PyModule_AddObject(m, "Pump", (PyObject *)&Pump_Type) < 0) {
        Py_DECREF(&Pump_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
