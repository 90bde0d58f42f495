/* An instance of one type is made by calling it before the other type is ready, which its tp_new uses: that one stays. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    long count;
} CounterObject;

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_read_by_new_before_ready.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyObject *
maker_new(PyTypeObject *type, PyObject *args, PyObject *kwds)
{
    return Counter_Type.tp_alloc(&Counter_Type, 0);
}

static int
Maker_traverse(CounterObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyTypeObject *Maker_Type;

static PyType_Slot Maker_slots[] = {
    {Py_tp_new, maker_new},
    {Py_tp_traverse, Maker_traverse},
    {0, NULL},
};

static PyType_Spec Maker_spec = {
    .name = "type_read_by_new_before_ready.Maker",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Maker_slots,
};

static int
makers_exec(PyObject *module)
{
    PyObject *first;

    Maker_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Maker_spec, NULL);
    if (Maker_Type == NULL) {
        return -1;
    }
    first = PyObject_CallObject((PyObject *)Maker_Type, NULL);
    if (first == NULL || PyModule_AddObject(module, "first", first) < 0) {
        Py_XDECREF(first);
        return -1;
    }
    return PyType_Ready(&Counter_Type);
}

static PyModuleDef_Slot makers_slots[] = {
    {Py_mod_exec, makers_exec},
    {0, NULL}
};

static struct PyModuleDef makers_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "type_read_by_new_before_ready",
    .m_slots = makers_slots,
};

PyMODINIT_FUNC
PyInit_type_read_by_new_before_ready(void)
{
    return PyModuleDef_Init(&makers_module);
}
