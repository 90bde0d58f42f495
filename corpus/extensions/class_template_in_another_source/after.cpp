#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define METER_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE)

int clamped(int level);

typedef struct {
    PyObject_HEAD
    int level;
} Meter;

static PyObject *
meter_set(PyObject *self, PyObject *value)
{
    long level = PyLong_AsLong(value);

    if (level == -1 && PyErr_Occurred()) {
        return NULL;
    }
    ((Meter *)self)->level = clamped((int)level);
    return PyLong_FromLong(((Meter *)self)->level);
}

static PyMethodDef meter_methods[] = {
    {"set", meter_set, METH_O, "Set the level, and return what it is then."},
    {NULL, NULL, 0, NULL}
};

static int class_template_in_another_source_exec(PyObject *module);

static PyModuleDef_Slot class_template_in_another_source_slots[] = {
    {Py_mod_exec, (void *)class_template_in_another_source_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef meter_module = {
    PyModuleDef_HEAD_INIT,
    "class_template_in_another_source",
    NULL,
    0,
    NULL,
    class_template_in_another_source_slots
};

static PyType_Slot Meter_slots[] = {
    {Py_tp_methods, (void *)meter_methods},
    {Py_tp_new, (void *)PyType_GenericNew},
    {0, NULL}
};

static PyType_Spec Meter_spec = {
    "class_template_in_another_source.Meter",
    sizeof(Meter),
    0,
    METER_FLAGS | Py_TPFLAGS_IMMUTABLETYPE,
    Meter_slots
};

static int
class_template_in_another_source_exec(PyObject *module)
{
    PyTypeObject *Meter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Meter_spec, NULL);
    if (Meter_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Meter", (PyObject *)Meter_Type) < 0) {
        Py_DECREF(Meter_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_class_template_in_another_source(void)
{
    return PyModuleDef_Init(&meter_module);
}
