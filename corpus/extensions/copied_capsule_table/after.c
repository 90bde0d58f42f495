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

typedef struct {
    PySocketModule_APIObject PySocketModule;
} copied_capsule_table_state;

static inline copied_capsule_table_state *
get_copied_capsule_table_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (copied_capsule_table_state *)state;
}

static inline copied_capsule_table_state *
get_copied_capsule_table_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (copied_capsule_table_state *)state;
}

typedef struct {
    PyObject_HEAD
    int count;
} CounterObject;

/*[clinic input]
module copied_capsule_table
class copied_capsule_table.Counter "CounterObject *" "&Counter_Type"
[clinic start generated code]*/
/*[clinic end generated code: output=da39a3ee5e6b4b0d input=915e7a80a85c9264]*/
/*[clinic end generated code]*/

#define clinic_state() (get_copied_capsule_table_state_by_type(Py_TYPE(self)))
#include "module.c.h"
#undef clinic_state

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/*[clinic input]
copied_capsule_table.Counter.add
    sock: object(subclass_of="clinic_state()->PySocketModule.Sock_Type")
    /
[clinic start generated code]*/

static PyObject *
copied_capsule_table_Counter_add_impl(CounterObject *self, PyObject *sock)
/*[clinic end generated code: output=3992e7dd24dc0932 input=e546e981bad8b511]*/
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
    copied_capsule_table_state *state = get_copied_capsule_table_state(module);

    PyErr_SetString(state->PySocketModule.timeout_error, "too late");
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
    copied_capsule_table_state *state = get_copied_capsule_table_state(module);

    PyErr_SetString(state->PySocketModule.error, "failed");
    return NULL;
}
#endif

static PyMethodDef Counter_methods[] = {
    COPIED_CAPSULE_TABLE_COUNTER_ADD_METHODDEF
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Counter_slots[] = {
    {Py_tp_methods, Counter_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Counter_spec = {
    .name = "copied_capsule_table.Counter",
    .basicsize = sizeof(CounterObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Counter_slots,
};

static PyMethodDef module_methods[] = {
    COPIED_CAPSULE_TABLE_EXPIRE_METHODDEF
    COPIED_CAPSULE_TABLE_FAIL_METHODDEF
    {NULL, NULL, 0, NULL}
};

static int
copied_capsule_table_traverse(PyObject *module, visitproc visit, void *arg)
{
    copied_capsule_table_state *state = get_copied_capsule_table_state(module);
    Py_VISIT(state->PySocketModule.Sock_Type);
    Py_VISIT(state->PySocketModule.error);
    Py_VISIT(state->PySocketModule.timeout_error);
    return 0;
}

static int
copied_capsule_table_clear(PyObject *module)
{
    copied_capsule_table_state *state = get_copied_capsule_table_state(module);
    Py_CLEAR(state->PySocketModule.Sock_Type);
    Py_CLEAR(state->PySocketModule.error);
    Py_CLEAR(state->PySocketModule.timeout_error);
    return 0;
}

static void
copied_capsule_table_free(void *module)
{
    copied_capsule_table_clear((PyObject *)module);
}

static int copied_capsule_table_exec(PyObject *module);

static PyModuleDef_Slot copied_capsule_table_slots[] = {
    {Py_mod_exec, copied_capsule_table_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "copied_capsule_table",
    .m_size = sizeof(copied_capsule_table_state),
    .m_methods = module_methods,
    .m_traverse = copied_capsule_table_traverse,
    .m_clear = copied_capsule_table_clear,
    .m_free = copied_capsule_table_free,
    .m_slots = copied_capsule_table_slots,
};

static int
copied_capsule_table_exec(PyObject *module)
{
    copied_capsule_table_state *state = get_copied_capsule_table_state(module);
    PySocketModule_APIObject *socket_api;

    PyTypeObject *Counter_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Counter_spec, NULL);
    if (Counter_Type == NULL) {
        return -1;
    }

    /* Load _socket module and its C API */
    socket_api = PySocketModule_ImportModuleAndAPI();
    if (socket_api == NULL) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    state->PySocketModule.Sock_Type = socket_api->Sock_Type;
    Py_XINCREF(state->PySocketModule.Sock_Type);
    state->PySocketModule.error = socket_api->error;
    Py_XINCREF(state->PySocketModule.error);
    state->PySocketModule.timeout_error = socket_api->timeout_error;
    Py_XINCREF(state->PySocketModule.timeout_error);

    if (PyModule_AddType(module, Counter_Type) < 0) {
        Py_DECREF(Counter_Type);
        return -1;
    }
    Py_DECREF(Counter_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_copied_capsule_table(void)
{
    return PyModuleDef_Init(&module_definition);
}
