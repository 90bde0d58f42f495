// Counters, with a type made from a spec whose functions are cast as cppy does it.

#include <Python.h>

#define void_cast( o ) ( reinterpret_cast<void*>( o ) )
#define pyobject_cast( o ) ( reinterpret_cast<PyObject*>( o ) )

struct Counter
{
    PyObject_HEAD
    long value;
};

typedef struct {
    PyObject* step_name;
} cpp_slots_by_casts_state;

static inline cpp_slots_by_casts_state* get_cpp_slots_by_casts_state(PyObject* module)
{
    void* state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_slots_by_casts_state *)state;
}

static inline cpp_slots_by_casts_state*
get_cpp_slots_by_casts_state_by_type(PyTypeObject* type)
{
    void* state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (cpp_slots_by_casts_state *)state;
}

static int cpp_slots_by_casts_exec(PyObject* mod);

namespace
{

void Counter_dealloc( Counter* self )
{
    PyTypeObject* type = Py_TYPE( self );
    type->tp_free( pyobject_cast( self ) );
    Py_DECREF( type );
}

PyObject* Counter_next( Counter* self, PyObject* by )
{
    cpp_slots_by_casts_state* state = get_cpp_slots_by_casts_state_by_type(Py_TYPE(self));
    PyObject* step = PyObject_GetAttr( by, state->step_name );
    if( !step )
        return 0;
    long value = PyLong_AsLong( step );
    Py_DECREF( step );
    if( value == -1 && PyErr_Occurred() )
        return 0;
    self->value += value;
    return PyLong_FromLong( self->value );
}

PyMethodDef Counter_methods[] = {
    { "next", ( PyCFunction )Counter_next, METH_O, "Count on by the step of an object." },
    { 0 }
};

PyType_Slot Counter_slots[] = {
    { Py_tp_dealloc, void_cast( Counter_dealloc ) },
    { Py_tp_methods, void_cast( Counter_methods ) },
    { Py_tp_new, void_cast( PyType_GenericNew ) },
    { 0, 0 },
};

PyType_Spec Counter_spec = {
    "cpp_slots_by_casts.Counter",
    sizeof( Counter ),
    0,
    Py_TPFLAGS_DEFAULT,
    Counter_slots,
};

static int cpp_slots_by_casts_traverse(PyObject* module, visitproc visit, void* arg)
{
    cpp_slots_by_casts_state* state = get_cpp_slots_by_casts_state(module);
    Py_VISIT(state->step_name);
    return 0;
}

static int cpp_slots_by_casts_clear(PyObject* module)
{
    cpp_slots_by_casts_state* state = get_cpp_slots_by_casts_state(module);
    Py_CLEAR(state->step_name);
    return 0;
}

static void cpp_slots_by_casts_free(void* module)
{
    cpp_slots_by_casts_clear((PyObject *)module);
}

static PyModuleDef_Slot cpp_slots_by_casts_slots[] = {
    {Py_mod_exec, (void *)cpp_slots_by_casts_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "cpp_slots_by_casts",
    "Counters.",
    sizeof(cpp_slots_by_casts_state),
    NULL,
    cpp_slots_by_casts_slots,
    cpp_slots_by_casts_traverse,
    cpp_slots_by_casts_clear,
    cpp_slots_by_casts_free,
};

}  // namespace

static int cpp_slots_by_casts_exec(PyObject* mod)
{
    cpp_slots_by_casts_state* state = get_cpp_slots_by_casts_state(mod);
    state->step_name = PyUnicode_InternFromString( "step" );
    if( !state->step_name )
    {
        return -1;
    }
    PyObject* counter_type = PyType_FromModuleAndSpec( mod, &Counter_spec, NULL );
    if( !counter_type )
    {
        return -1;
    }
    if( PyModule_AddObject( mod, "Counter", counter_type ) < 0 )
    {
        Py_DECREF( counter_type );
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_cpp_slots_by_casts( void )
{
    return PyModuleDef_Init(&definition);
}
