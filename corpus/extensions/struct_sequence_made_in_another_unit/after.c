/* One unit describes the struct sequence, and another makes its type. */
#include "readings.h"

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    double degrees;
} Sensor;

static PyObject *
Sensor_read(Sensor *self, PyObject *place)
{
    struct_sequence_made_in_another_unit_state *state =
        get_struct_sequence_made_in_another_unit_state_by_type(Py_TYPE(self));
    PyObject *reading = PyStructSequence_New(state->Reading_Type);
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
static PyType_Slot Sensor_slots[] = {
    {Py_tp_methods, Sensor_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Sensor_spec = {
    .name = "struct_sequence_made_in_another_unit.Sensor",
    .basicsize = sizeof(Sensor),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Sensor_slots,
};

static int
struct_sequence_made_in_another_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct_sequence_made_in_another_unit_state *state = get_struct_sequence_made_in_another_unit_state(module);
    Py_VISIT(state->Sensor_Type);
    Py_VISIT(state->Reading_Type);
    return 0;
}

static int
struct_sequence_made_in_another_unit_clear(PyObject *module)
{
    struct_sequence_made_in_another_unit_state *state = get_struct_sequence_made_in_another_unit_state(module);
    Py_CLEAR(state->Sensor_Type);
    Py_CLEAR(state->Reading_Type);
    return 0;
}

static void
struct_sequence_made_in_another_unit_free(void *module)
{
    struct_sequence_made_in_another_unit_clear((PyObject *)module);
}

static int struct_sequence_made_in_another_unit_exec(PyObject *module);

static PyModuleDef_Slot struct_sequence_made_in_another_unit_slots[] = {
    {Py_mod_exec, struct_sequence_made_in_another_unit_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef sensors = {
    PyModuleDef_HEAD_INIT,
    .m_name = "struct_sequence_made_in_another_unit",
    .m_size = sizeof(struct_sequence_made_in_another_unit_state),
    .m_traverse = struct_sequence_made_in_another_unit_traverse,
    .m_clear = struct_sequence_made_in_another_unit_clear,
    .m_free = struct_sequence_made_in_another_unit_free,
    .m_slots = struct_sequence_made_in_another_unit_slots,
};

static int
struct_sequence_made_in_another_unit_exec(PyObject *module)
{
    struct_sequence_made_in_another_unit_state *state = get_struct_sequence_made_in_another_unit_state(module);

    state->Sensor_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Sensor_spec, NULL);
    if (state->Sensor_Type == NULL ||
        (state->Reading_Type = PyStructSequence_NewType(&reading_description)) == NULL) {
        return -1;
    }
    state->Reading_Type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
    Py_INCREF(state->Sensor_Type);
    if (PyModule_AddObject(module, "Sensor", (PyObject *)state->Sensor_Type) < 0) {
        Py_DECREF(state->Sensor_Type);
        return -1;
    }
    Py_INCREF(state->Reading_Type);
    if (PyModule_AddObject(module, "Reading", (PyObject *)state->Reading_Type) < 0) {
        Py_DECREF(state->Reading_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_struct_sequence_made_in_another_unit(void)
{
    return PyModuleDef_Init(&sensors);
}
