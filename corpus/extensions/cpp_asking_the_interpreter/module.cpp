// Slots of objects, and their names, which a static method of the class and a callback look up.

#include <Python.h>

#include <cstdlib>

namespace slots
{

// What stands in front of a name.
static PyObject* prefix;

// The attribute that the staticmethod looks up.
static PyObject* name_attribute;

struct Slot
{
    PyObject_HEAD
    PyObject* owner;
};

namespace
{

int Slot_traverse( Slot* self, visitproc visit, void* arg )
{
    Py_VISIT( Py_TYPE( self ) );
    Py_VISIT( self->owner );
    return 0;
}

int Slot_clear( Slot* self )
{
    Py_CLEAR( self->owner );
    return 0;
}

void Slot_dealloc( Slot* self )
{
    PyTypeObject* type = Py_TYPE( self );
    PyObject_GC_UnTrack( self );
    Slot_clear( self );
    type->tp_free( reinterpret_cast<PyObject*>( self ) );
    Py_DECREF( type );
}

PyObject* Slot_new( PyTypeObject* type, PyObject* args, PyObject* kwargs )
{
    PyObject* owner;
    if( !PyArg_ParseTuple( args, "O", &owner ) )
        return 0;
    PyObject* self = type->tp_alloc( type, 0 );
    if( self )
    {
        Py_INCREF( owner );
        reinterpret_cast<Slot*>( self )->owner = owner;
    }
    return self;
}

PyObject* Slot_label( PyObject* ignored, PyObject* item )
{
    PyObject* name = PyObject_GetAttr( item, name_attribute );
    if( !name )
        return 0;
    PyObject* result = PyUnicode_Concat( prefix, name );
    Py_DECREF( name );
    return result;
}

// For qsort, which hands nothing along.
int by_name( const void* left, const void* right )
{
    PyObject* one = PyObject_GetAttr( *static_cast<PyObject* const*>( left ), name_attribute );
    if( !one )
        return -1;
    PyObject* other = PyObject_GetAttr( *static_cast<PyObject* const*>( right ), name_attribute );
    if( !other )
    {
        Py_DECREF( one );
        return -1;
    }
    int result = PyObject_RichCompareBool( one, other, Py_GT );
    Py_DECREF( one );
    Py_DECREF( other );
    return result;
}

PyObject* ordered( PyObject* mod, PyObject* args )
{
    PyObject* items = PySequence_List( args );
    if( !items )
        return 0;
    PyObject** first = reinterpret_cast<PyListObject*>( items )->ob_item;
    std::qsort( first, PyList_GET_SIZE( items ), sizeof( PyObject* ), by_name );
    if( PyErr_Occurred() )
        Py_CLEAR( items );
    return items;
}

PyMethodDef Slot_methods[] = {
    { "label", ( PyCFunction )Slot_label, METH_O | METH_STATIC, "Return the label of an owner." },
    { 0 }
};

PyType_Slot Slot_Type_slots[] = {
    { Py_tp_new, reinterpret_cast<void*>( Slot_new ) },
    { Py_tp_dealloc, reinterpret_cast<void*>( Slot_dealloc ) },
    { Py_tp_traverse, reinterpret_cast<void*>( Slot_traverse ) },
    { Py_tp_clear, reinterpret_cast<void*>( Slot_clear ) },
    { Py_tp_methods, reinterpret_cast<void*>( Slot_methods ) },
    { 0, 0 },
};

PyType_Spec Slot_spec = {
    "cpp_asking_the_interpreter.Slot",
    sizeof( Slot ),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    Slot_Type_slots,
};

int modexec( PyObject* mod )
{
    prefix = PyUnicode_FromString( "slot of " );
    if( !prefix )
        return -1;
    name_attribute = PyUnicode_FromString( "__name__" );
    if( !name_attribute )
        return -1;
    PyObject* type = PyType_FromModuleAndSpec( mod, &Slot_spec, NULL );
    if( !type )
        return -1;
    if( PyModule_AddObject( mod, "Slot", type ) < 0 )
    {
        Py_DECREF( type );
        return -1;
    }
    return 0;
}

PyMethodDef functions[] = {
    { "ordered", ordered, METH_VARARGS, "Return what is given in the order of its names." },
    { 0 }
};

PyModuleDef_Slot module_slots[] = {
    { Py_mod_exec, reinterpret_cast<void*>( modexec ) },
    { 0, NULL }
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "cpp_asking_the_interpreter",
    "Slots of objects.",
    0,
    functions,
    module_slots,
};

}  // namespace

}  // namespace slots

PyMODINIT_FUNC PyInit_cpp_asking_the_interpreter( void )
{
    return PyModuleDef_Init( &slots::definition );
}
