/* A flag lets the helper run once, and is set behind the creation: where it is set, the type is made. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static int initialized;

static PyTypeObject *Counter_Type;

static PyType_Slot Counter_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_Type_spec = {
    .name = "helper_that_runs_once.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_Type_slots,
};

static int
init_types(PyObject *module)
{
    if (initialized) {
        return 0;
    }
    Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_Type_spec, NULL);
    if (Counter_Type == NULL) {
        return -1;
    }
    initialized = 1;
    return 0;
}

static int
counter_exec(PyObject *module)
{
    if (init_types(module) < 0) {
        return -1;
    }
    return PyModule_AddObjectRef(module, "Counter", (PyObject *)Counter_Type);
}

static PyModuleDef_Slot counter_slots[] = {
    {Py_mod_exec, counter_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "helper_that_runs_once",
    .m_slots = counter_slots,
};

PyMODINIT_FUNC
PyInit_helper_that_runs_once(void)
{
    return PyModuleDef_Init(&counter_module);
}
