#include <Python.h>

typedef struct {
    PyObject_HEAD
    int ports;
} Gateway;

static PyTypeObject Gateway_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "gateways.Gateway",        /* tp_name */
    sizeof(Gateway),           /* tp_basicsize */
    0,                         /* tp_itemsize */
    0,                         /* tp_dealloc */
    0,                         /* tp_vectorcall_offset */
    0,                         /* tp_getattr */
    0,                         /* tp_setattr */
    0,                         /* tp_as_async */
    0,                         /* tp_repr */
    0,                         /* tp_as_number */
    0,                         /* tp_as_sequence */
    0,                         /* tp_as_mapping */
    0,                         /* tp_hash */
    0,                         /* tp_call */
    0,                         /* tp_str */
    0,                         /* tp_getattro */
    0,                         /* tp_setattro */
    0,                         /* tp_as_buffer */
    Py_TPFLAGS_DEFAULT,        /* tp_flags */
    "A gateway.",              /* tp_doc */
    0,                         /* tp_traverse */
    0,                         /* tp_clear */
    0,                         /* tp_richcompare */
    0,                         /* tp_weaklistoffset */
    0,                         /* tp_iter */
    0,                         /* tp_iternext */
    0,                         /* tp_methods */
    0,                         /* tp_members */
    0,                         /* tp_getset */
    0,                         /* tp_base */
    0,                         /* tp_dict */
    0,                         /* tp_descr_get */
    0,                         /* tp_descr_set */
    0,                         /* tp_dictoffset */
    0,                         /* tp_init */
    0,                         /* tp_alloc */
#ifndef _WIN32
    PyType_GenericNew,         /* tp_new */
#else
    0,                         /* tp_new */
#endif
};

static struct PyModuleDef gateways_module = {
    PyModuleDef_HEAD_INIT,
    "gateways",
    NULL,
    -1,
};

PyMODINIT_FUNC
PyInit_gateways(void)
{
    PyObject *module;

#ifdef _WIN32
    /* Its address isn't constant there. */
    Gateway_Type.tp_new = PyType_GenericNew;
#endif
    if (PyType_Ready(&Gateway_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&gateways_module);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Gateway_Type);
    if (PyModule_AddObject(module, "Gateway", (PyObject *)&Gateway_Type) < 0) {
        Py_DECREF(&Gateway_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
