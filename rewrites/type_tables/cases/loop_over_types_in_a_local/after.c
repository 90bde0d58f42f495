/* The types are made ready through a local array of their addresses, which are not set before they are made. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyType_Slot Counter_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "loop_over_types_in_a_local.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static int loop_over_types_in_a_local_exec(PyObject *module);

static PyModuleDef_Slot loop_over_types_in_a_local_slots[] = {
    {Py_mod_exec, loop_over_types_in_a_local_exec},
    {0, NULL}
};

static struct PyModuleDef counter_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "loop_over_types_in_a_local",
    .m_size = 0,
    .m_slots = loop_over_types_in_a_local_slots,
};

static int
loop_over_types_in_a_local_exec(PyObject *module)
{
    PyTypeObject *Counter_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_spec, NULL);
    if (Counter_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Counter", (PyObject *)Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_loop_over_types_in_a_local(void)
{
    return PyModuleDef_Init(&counter_module);
}
