#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

typedef struct {
    PyObject_HEAD
    int ports;
} Gateway;

static PyType_Slot Gateway_slots[] = {
    {Py_tp_doc, "A gateway."},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Gateway_spec = {
    .name = "gateways.Gateway",
    .basicsize = sizeof(Gateway),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Gateway_slots,
};

static int gateways_exec(PyObject *module);

static PyModuleDef_Slot gateways_slots[] = {
    {Py_mod_exec, gateways_exec},
    {0, NULL}
};

static struct PyModuleDef gateways_module = {
    PyModuleDef_HEAD_INIT,
    "gateways",
    NULL,
    0,
    NULL,
    gateways_slots,
};

static int
gateways_exec(PyObject *module)
{
    PyTypeObject *Gateway_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Gateway_spec, NULL);
    if (Gateway_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Gateway", (PyObject *)Gateway_Type) < 0) {
        Py_DECREF(Gateway_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_gateways(void)
{
    return PyModuleDef_Init(&gateways_module);
}
