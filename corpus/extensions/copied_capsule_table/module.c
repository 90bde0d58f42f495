/* The sockets of `_socket` are known by a table in its capsule, of which the module keeps a copy. */
#include <Python.h>

#if PY_VERSION_HEX >= 0x030D0000
/* Private, but what is written calls it. */
PyAPI_FUNC(void) _PyArg_BadArgument(const char *, const char *, const char *, PyObject *);
#endif

/* As socketmodule.h has it. */
typedef struct {
    PyTypeObject *Sock_Type;
    PyObject *error;
    PyObject *timeout_error;
} PySocketModule_APIObject;

#define PySocketModule_ImportModuleAndAPI() PyCapsule_Import("_socket.CAPI", 1)

static PySocketModule_APIObject PySocketModule;

typedef struct {
    PyObject_HEAD
    int count;
} CounterObject;

static PyTypeObject Counter_Type;

/*[clinic input]
module copied_capsule_table
class copied_capsule_table.Counter "CounterObject *" "&Counter_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=915e7a80a85c9264]*/
/*[clinic end generated code]*/

#include "module.c.h"

/*[clinic input]
copied_capsule_table.Counter.add
    sock: object(subclass_of="PySocketModule.Sock_Type")
    /
[clinic start generated code]*/

static PyObject *
copied_capsule_table_Counter_add_impl(CounterObject *self, PyObject *sock)
/*[clinic end generated code: output=3992e7dd24dc0932 input=d787a705575e6dec]*/
/*[clinic end generated code]*/
{
    self->count++;
    return PyLong_FromLong(self->count);
}

/*[clinic input]
copied_capsule_table.expire
[clinic start generated code]*/

static PyObject *
copied_capsule_table_expire_impl(PyObject *module)
/*[clinic end generated code: output=84d90b8948b56536 input=2281c57e9b5fd050]*/
/*[clinic end generated code]*/
{
    PyErr_SetString(PySocketModule.timeout_error, "too late");
    return NULL;
}

#ifdef WITH_ERRORS
/*[clinic input]
copied_capsule_table.fail
[clinic start generated code]*/

static PyObject *
copied_capsule_table_fail_impl(PyObject *module)
/*[clinic end generated code: output=6446762c98087794 input=c85fa276050b30ed]*/
/*[clinic end generated code]*/
{
    PyErr_SetString(PySocketModule.error, "failed");
    return NULL;
}
#endif

static PyMethodDef Counter_methods[] = {
    COPIED_CAPSULE_TABLE_COUNTER_ADD_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "copied_capsule_table.Counter",
    .tp_basicsize = sizeof(CounterObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Counter_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef module_methods[] = {
    COPIED_CAPSULE_TABLE_EXPIRE_METHODDEF
    COPIED_CAPSULE_TABLE_FAIL_METHODDEF
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "copied_capsule_table",
    .m_size = -1,
    .m_methods = module_methods,
};

PyMODINIT_FUNC
PyInit_copied_capsule_table(void)
{
    PySocketModule_APIObject *socket_api;
    PyObject *module;

    if (PyType_Ready(&Counter_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&module_definition);
    if (module == NULL) {
        return NULL;
    }

    /* Load _socket module and its C API */
    socket_api = PySocketModule_ImportModuleAndAPI();
    if (socket_api == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    PySocketModule = *socket_api;

    if (PyModule_AddType(module, &Counter_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
