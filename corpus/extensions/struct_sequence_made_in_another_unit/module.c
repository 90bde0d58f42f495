/* One unit describes the struct sequence, and another makes its type. */
#include "readings.h"

typedef struct {
    PyObject_HEAD
    double degrees;
} Sensor;

static PyObject *
Sensor_read(Sensor *self, PyObject *place)
{
    PyObject *reading = PyStructSequence_New(&Reading_Type);
    PyObject *degrees = PyFloat_FromDouble(self->degrees);

    if (reading == NULL || degrees == NULL) {
        Py_XDECREF(reading);
        Py_XDECREF(degrees);
        return NULL;
    }
    Py_INCREF(place);
    PyStructSequence_SET_ITEM(reading, 0, place);
    PyStructSequence_SET_ITEM(reading, 1, degrees);
    return reading;
}

static PyMethodDef Sensor_methods[] = {
    {"read", (PyCFunction)Sensor_read, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

/* The sensor, Sensor_Type: reads whatever it is set to */
static PyTypeObject Sensor_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "struct_sequence_made_in_another_unit.Sensor",
    .tp_basicsize = sizeof(Sensor),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Sensor_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef sensors = {
    PyModuleDef_HEAD_INIT,
    .m_name = "struct_sequence_made_in_another_unit",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_struct_sequence_made_in_another_unit(void)
{
    PyObject *module = PyModule_Create(&sensors);

    if (module == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Sensor_Type) < 0 || PyStructSequence_InitType2(&Reading_Type, &reading_description) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Sensor_Type);
    if (PyModule_AddObject(module, "Sensor", (PyObject *)&Sensor_Type) < 0) {
        Py_DECREF(&Sensor_Type);
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Reading_Type);
    if (PyModule_AddObject(module, "Reading", (PyObject *)&Reading_Type) < 0) {
        Py_DECREF(&Reading_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
