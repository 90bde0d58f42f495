// Counters, with a type made from a spec whose functions are cast as cppy does it.

#include <Python.h>

#define void_cast( o ) ( reinterpret_cast<void*>( o ) )
#define pyobject_cast( o ) ( reinterpret_cast<PyObject*>( o ) )

struct Counter
{
    PyObject_HEAD
    long value;
};

static PyObject* step_name;
static PyObject* counter_type;

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
    PyObject* step = PyObject_GetAttr( by, step_name );
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

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "cpp_slots_by_casts",
    "Counters.",
    -1,
    NULL,
};

}  // namespace

PyMODINIT_FUNC PyInit_cpp_slots_by_casts( void )
{
    PyObject* mod = PyModule_Create( &definition );
    if( !mod )
        return NULL;
    step_name = PyUnicode_InternFromString( "step" );
    if( !step_name )
    {
        Py_DECREF( mod );
        return NULL;
    }
    counter_type = PyType_FromSpec( &Counter_spec );
    if( !counter_type )
    {
        Py_DECREF( mod );
        return NULL;
    }
    Py_INCREF( counter_type );
    if( PyModule_AddObject( mod, "Counter", counter_type ) < 0 )
    {
        Py_DECREF( counter_type );
        Py_DECREF( mod );
        return NULL;
    }
    return mod;
}
