#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* A metaclass adds a method to some of the classes that it makes, which counts for the module. */

typedef struct {
    PyObject *made_for;
    PyTypeObject *Meta_Type;
} class_method_of_a_metaclass_state;

static struct PyModuleDef definition;

static inline class_method_of_a_metaclass_state *
get_class_method_of_a_metaclass_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (class_method_of_a_metaclass_state *)state;
}

#if PY_VERSION_HEX < 0x030B0000
static PyObject *
PyType_GetModuleByDef(PyTypeObject *type, struct PyModuleDef *def)
{
    PyObject *mro = type->tp_mro;
    Py_ssize_t i, n = PyTuple_GET_SIZE(mro);

    for (i = 0; i < n; i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(mro, i);
        if (PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            PyObject *module = ((PyHeapTypeObject *)base)->ht_module;
            if (module != NULL && PyModule_GetDef(module) == def) {
                return module;
            }
        }
    }
    PyErr_Format(PyExc_TypeError,
        "No superclass of '%s' has the given module", type->tp_name);
    return NULL;
}
#endif

static inline class_method_of_a_metaclass_state *
get_class_method_of_a_metaclass_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_class_method_of_a_metaclass_state(module);
}

static PyObject *
Unit_make(PyObject *cls, PyObject *value)
{
    class_method_of_a_metaclass_state *state =
        get_class_method_of_a_metaclass_state_by_type(Py_TYPE(cls));

    Py_INCREF(value);
    Py_XSETREF(state->made_for, value);
    return PyObject_CallFunctionObjArgs(cls, NULL);
}

static PyObject *
Unit_refuse(PyObject *cls, PyObject *value)
{
    class_method_of_a_metaclass_state *state =
        get_class_method_of_a_metaclass_state_by_type(Py_TYPE(cls));

    PyErr_Format(PyExc_TypeError, "%s is not made for %R, but for %R", ((PyTypeObject *)cls)->tp_name, value,
                 state->made_for != NULL ? state->made_for : Py_None);
    return NULL;
}

static PyMethodDef make_method = {"make", Unit_make, METH_O, NULL};
static PyMethodDef refuse_method = {"make", Unit_refuse, METH_O, NULL};

static PyObject *
Meta_new(PyTypeObject *meta, PyObject *args, PyObject *kwds)
{
    PyTypeObject *made;
    PyMethodDef *method;
    PyObject *added;
    int failed;

    made = (PyTypeObject *)PyType_Type.tp_new(meta, args, kwds);
    if (made == NULL) {
        return NULL;
    }
    switch (made->tp_name[0]) {
    case 'U':
        method = &make_method;
        break;
    case 'N':
        method = &refuse_method;
        break;
    default:
        method = NULL;
        break;
    }
    if (method) {
        added = PyDescr_NewClassMethod(made, method);
        if (added == NULL) {
            Py_DECREF(made);
            return NULL;
        }
        failed = PyObject_SetAttrString((PyObject *)made, method->ml_name, added) < 0;
        Py_DECREF(added);
        if (failed) {
            Py_DECREF(made);
            return NULL;
        }
    }
    return (PyObject *)made;
}

static int
Meta_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyType_Type.tp_traverse(self, visit, arg);
}

static int
Meta_clear(PyObject *self)
{
    return PyType_Type.tp_clear(self);
}

static PyType_Slot Meta_slots[] = {
    {Py_tp_new, Meta_new},
    {Py_tp_traverse, Meta_traverse},
    {Py_tp_clear, Meta_clear},
    {0, NULL},
};

static PyType_Spec Meta_spec = {
    .name = "class_method_of_a_metaclass.Meta",
    .basicsize = 0,
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Meta_slots,
};

static PyType_Slot Base_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Base_spec = {
    .name = "class_method_of_a_metaclass.Base",
    .basicsize = sizeof(PyObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Base_slots,
};

static PyTypeObject *
class_method_of_a_metaclass_new_subtype(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

/* For metaclasses that have a tp_new, which PyType_FromMetaclass doesn't
   take, and that add nothing to the struct of a type. */
static PyTypeObject *
class_method_of_a_metaclass_new_class(PyTypeObject *metaclass, PyObject *module,
                                      PyType_Spec *spec, PyObject *bases)
{
    PyObject *type, *tuple = bases != NULL ? PyTuple_Pack(1, bases) : NULL;
    if (bases != NULL && tuple == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, tuple);
    Py_XDECREF(tuple);
    if (type != NULL) {
        Py_INCREF(metaclass);
        Py_SET_TYPE(type, metaclass);
    }
    return (PyTypeObject *)type;
}

static int
add_types(PyObject *module)
{
    class_method_of_a_metaclass_state *state = get_class_method_of_a_metaclass_state(module);

    state->Meta_Type = class_method_of_a_metaclass_new_subtype(module, &Meta_spec, &PyType_Type);
    if (state->Meta_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Meta_Type);
    if (PyModule_AddObject(module, strrchr(state->Meta_Type->tp_name, '.') + 1,
                           (PyObject *)state->Meta_Type) < 0) {
        Py_DECREF(state->Meta_Type);
        return -1;
    }
    PyTypeObject *Base_Type =
        class_method_of_a_metaclass_new_class(state->Meta_Type, module, &Base_spec, NULL);
    if (Base_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, strrchr(Base_Type->tp_name, '.') + 1,
                           (PyObject *)Base_Type) < 0) {
        Py_DECREF(Base_Type);
        return -1;
    }
    return 0;
}

static int
class_method_of_a_metaclass_traverse(PyObject *module, visitproc visit, void *arg)
{
    class_method_of_a_metaclass_state *state = get_class_method_of_a_metaclass_state(module);
    Py_VISIT(state->made_for);
    Py_VISIT(state->Meta_Type);
    return 0;
}

static int
class_method_of_a_metaclass_clear(PyObject *module)
{
    class_method_of_a_metaclass_state *state = get_class_method_of_a_metaclass_state(module);
    Py_CLEAR(state->made_for);
    Py_CLEAR(state->Meta_Type);
    return 0;
}

static void
class_method_of_a_metaclass_free(void *module)
{
    class_method_of_a_metaclass_clear((PyObject *)module);
}

static int class_method_of_a_metaclass_exec(PyObject *module);

static PyModuleDef_Slot class_method_of_a_metaclass_slots[] = {
    {Py_mod_exec, class_method_of_a_metaclass_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "class_method_of_a_metaclass",
    .m_size = sizeof(class_method_of_a_metaclass_state),
    .m_traverse = class_method_of_a_metaclass_traverse,
    .m_clear = class_method_of_a_metaclass_clear,
    .m_free = class_method_of_a_metaclass_free,
    .m_slots = class_method_of_a_metaclass_slots,
};

static int
class_method_of_a_metaclass_exec(PyObject *module)
{
    if (add_types(module) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_class_method_of_a_metaclass(void)
{
    return PyModuleDef_Init(&definition);
}
