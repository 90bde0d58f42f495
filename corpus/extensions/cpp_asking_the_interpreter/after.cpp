// Slots of objects, and their names, which a static method of the class and a callback look up.

#include <Python.h>

#include <cstdlib>

namespace slots
{

typedef struct {
    // What stands in front of a name.
    PyObject* prefix;

    // The attribute that the staticmethod looks up.
    PyObject* name_attribute;
} cpp_asking_the_interpreter_state;

static inline cpp_asking_the_interpreter_state*
get_cpp_asking_the_interpreter_state(PyObject* module)
{
    void* state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_asking_the_interpreter_state *)state;
}

/* For callbacks: they find the module imported last of those that live. */
static inline int keep_cpp_asking_the_interpreter(PyObject* module)
{
    PyObject* dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject *modules, *remove, *reference;
    int result;

    if( dict == NULL )
    {
        PyErr_SetString(PyExc_RuntimeError, "the interpreter has no dict");
        return -1;
    }
    modules = PyDict_GetItemString(dict, "cpp_asking_the_interpreter");
    if( modules == NULL )
    {
        modules = PyList_New(0);
        if( modules == NULL )
        {
            return -1;
        }
        result = PyDict_SetItemString(dict, "cpp_asking_the_interpreter", modules);
        Py_DECREF(modules);
        if( result < 0 )
        {
            return -1;
        }
    }
    remove = PyObject_GetAttrString(modules, "remove");
    if( remove == NULL )
    {
        return -1;
    }
    reference = PyWeakref_NewRef(module, remove);
    Py_DECREF(remove);
    if( reference == NULL )
    {
        return -1;
    }
    result = PyList_Append(modules, reference);
    Py_DECREF(reference);
    return result;
}

static inline cpp_asking_the_interpreter_state* find_cpp_asking_the_interpreter_state(void)
{
    PyObject* dict = PyInterpreterState_GetDict(PyInterpreterState_Get());
    PyObject* modules = dict == NULL ? NULL
        : PyDict_GetItemString(dict, "cpp_asking_the_interpreter");
    Py_ssize_t count = modules == NULL ? 0 : PyList_GET_SIZE(modules);
    PyObject* reference = count == 0 ? NULL : PyList_GET_ITEM(modules, count - 1);
    PyObject* module = NULL;

#if PY_VERSION_HEX >= 0x030D0000
    if( reference != NULL && PyWeakref_GetRef(reference, &module) > 0 )
    {
        Py_DECREF(module);
    }
#else
    if( reference != NULL && PyWeakref_GetObject(reference) != Py_None )
    {
        module = PyWeakref_GetObject(reference);
    }
#endif
    if( module == NULL )
    {
        PyErr_SetString(PyExc_RuntimeError,
                        "cpp_asking_the_interpreter is not imported any more");
        return NULL;
    }
    return get_cpp_asking_the_interpreter_state(module);
}

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
    cpp_asking_the_interpreter_state* state = find_cpp_asking_the_interpreter_state();

    if( state == NULL )
        return NULL;

    PyObject* name = PyObject_GetAttr( item, state->name_attribute );
    if( !name )
        return 0;
    PyObject* result = PyUnicode_Concat( state->prefix, name );
    Py_DECREF( name );
    return result;
}

// For qsort, which hands nothing along.
int by_name( const void* left, const void* right )
{
    cpp_asking_the_interpreter_state* state = find_cpp_asking_the_interpreter_state();

    if( state == NULL )
        return -1;

    PyObject* one = PyObject_GetAttr( *static_cast<PyObject* const*>( left ),
                                      state->name_attribute );
    if( !one )
        return -1;
    PyObject* other = PyObject_GetAttr( *static_cast<PyObject* const*>( right ),
                                        state->name_attribute );
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
    cpp_asking_the_interpreter_state* state = get_cpp_asking_the_interpreter_state(mod);

    state->prefix = PyUnicode_FromString( "slot of " );
    if( !state->prefix )
        return -1;
    state->name_attribute = PyUnicode_FromString( "__name__" );
    if( !state->name_attribute )
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
    {Py_mod_exec, (void *)keep_cpp_asking_the_interpreter},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    { 0, NULL }
};

static int cpp_asking_the_interpreter_traverse(PyObject* module, visitproc visit, void* arg)
{
    cpp_asking_the_interpreter_state* state = get_cpp_asking_the_interpreter_state(module);
    Py_VISIT(state->prefix);
    Py_VISIT(state->name_attribute);
    return 0;
}

static int cpp_asking_the_interpreter_clear(PyObject* module)
{
    cpp_asking_the_interpreter_state* state = get_cpp_asking_the_interpreter_state(module);
    Py_CLEAR(state->prefix);
    Py_CLEAR(state->name_attribute);
    return 0;
}

static void cpp_asking_the_interpreter_free(void* module)
{
    cpp_asking_the_interpreter_clear((PyObject *)module);
}

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "cpp_asking_the_interpreter",
    "Slots of objects.",
    sizeof(cpp_asking_the_interpreter_state),
    functions,
    module_slots,
    cpp_asking_the_interpreter_traverse,
    cpp_asking_the_interpreter_clear,
    cpp_asking_the_interpreter_free,
};

}  // namespace

}  // namespace slots

PyMODINIT_FUNC PyInit_cpp_asking_the_interpreter( void )
{
    return PyModuleDef_Init( &slots::definition );
}
