/*
 * A set of small integers, as a bitmap.
 * Builds for Python 2 and 3; the two init functions share one helper.
 */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#if PY_MAJOR_VERSION >= 3
#define PyInt_FromLong PyLong_FromLong
#define PyInt_AsLong PyLong_AsLong
#endif

typedef struct {
        PyObject_HEAD
        unsigned long long bits;
} SmallSetObject;

typedef struct {
        PyTypeObject *SmallSet_Type;
        PyObject *range_error;
} init_in_helper_function_state;

static inline init_in_helper_function_state *
get_init_in_helper_function_state(PyObject *module)
{
        void *state = PyModule_GetState(module);
        assert(state != NULL);
        return (init_in_helper_function_state *)state;
}

static inline init_in_helper_function_state *
get_init_in_helper_function_state_by_type(PyTypeObject *type)
{
        void *state = PyType_GetModuleState(type);
        assert(state != NULL);
        return (init_in_helper_function_state *)state;
}

#define SmallSet_Check(state, v) (Py_TYPE(v) == (state)->SmallSet_Type)

static SmallSetObject *
newSmallSetObject(init_in_helper_function_state *state)
{
        SmallSetObject *self;

        self = (SmallSetObject *)state->SmallSet_Type->tp_alloc(state->SmallSet_Type, 0);
        if (self == NULL)
                return NULL;
        self->bits = 0;
        return self;
}

static void
SmallSet_dealloc(SmallSetObject *self)
{
        PyTypeObject *tp = Py_TYPE(self);

        tp->tp_free(self);
        Py_DECREF(tp);
}

static PyObject *
SmallSet_add(SmallSetObject *self, PyObject *args)
{
        long number;

        if (!PyArg_ParseTuple(args, "l:add", &number))
                return NULL;
        if (number < 0 || number > 63) {
                init_in_helper_function_state *state =
                        get_init_in_helper_function_state_by_type(Py_TYPE(self));

                PyErr_SetString(state->range_error, "only 0 to 63");
                return NULL;
        }
        self->bits |= 1ULL << number;
        Py_INCREF(Py_None);
        return Py_None;
}

static PyObject *
SmallSet_union(SmallSetObject *self, PyObject *other)
{
        init_in_helper_function_state *state =
                get_init_in_helper_function_state_by_type(Py_TYPE(self));
        SmallSetObject *result;

        if (!SmallSet_Check(state, other)) {
                PyErr_SetString(PyExc_TypeError, "SmallSet expected");
                return NULL;
        }
        if ((result = newSmallSetObject(state)) != NULL)
                result->bits = self->bits | ((SmallSetObject *)other)->bits;
        return (PyObject *)result;
}

static int
SmallSet_contains(SmallSetObject *self, PyObject *item)
{
        long number = PyInt_AsLong(item);

        if (number == -1 && PyErr_Occurred())
                return -1;
        return number >= 0 && number < 64 && (self->bits >> number & 1);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
SmallSet_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
        PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object",
                     Py_TYPE(self)->tp_name);
        return NULL;
}

static PyMethodDef SmallSet_methods[] = {
        {"add",         (PyCFunction)SmallSet_add,      METH_VARARGS,   NULL},
        {"union",       (PyCFunction)SmallSet_union,    METH_O,         NULL},
        {"__reduce__",  SmallSet_reduce,                METH_NOARGS,    NULL},
        {NULL,          NULL}           /* sentinel */
};

static PyType_Slot SmallSet_slots[] = {
        {Py_tp_dealloc, SmallSet_dealloc},
        {Py_tp_doc, "A set of numbers from 0 to 63."},
        {Py_tp_methods, SmallSet_methods},
        {Py_sq_contains, SmallSet_contains},
        {0, NULL},
};

static PyType_Spec SmallSet_spec = {
        .name = "init_in_helper_function.SmallSet",
        .basicsize = sizeof(SmallSetObject),
        .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                  Py_TPFLAGS_IMMUTABLETYPE),
        .slots = SmallSet_slots,
};

static PyObject *
smallset_SmallSet(PyObject *self, PyObject *args)
{
        init_in_helper_function_state *state = get_init_in_helper_function_state(self);

        if (!PyArg_ParseTuple(args, ":SmallSet"))
                return NULL;
        return (PyObject *)newSmallSetObject(state);
}

static PyMethodDef smallset_functions[] = {
        {"SmallSet",    smallset_SmallSet,      METH_VARARGS,   "SmallSet() -> empty set"},
        {NULL,          NULL}           /* sentinel */
};

PyDoc_STRVAR(module_doc, "Sets of small numbers.");

static int
init_in_helper_function_traverse(PyObject *module, visitproc visit, void *arg)
{
        init_in_helper_function_state *state = get_init_in_helper_function_state(module);
        Py_VISIT(state->SmallSet_Type);
        Py_VISIT(state->range_error);
        return 0;
}

static int
init_in_helper_function_clear(PyObject *module)
{
        init_in_helper_function_state *state = get_init_in_helper_function_state(module);
        Py_CLEAR(state->SmallSet_Type);
        Py_CLEAR(state->range_error);
        return 0;
}

static void
init_in_helper_function_free(void *module)
{
        init_in_helper_function_clear((PyObject *)module);
}

static int module_initialize(PyObject *m);

static PyModuleDef_Slot init_in_helper_function_slots[] = {
        {Py_mod_exec, module_initialize},
#if PY_VERSION_HEX >= 0x030C0000
        {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
        {0, NULL}
};

static struct PyModuleDef smallset_module_def = {
        PyModuleDef_HEAD_INIT,
        "init_in_helper_function",
        module_doc,
        sizeof(init_in_helper_function_state),
        smallset_functions,
        init_in_helper_function_slots,
        init_in_helper_function_traverse,
        init_in_helper_function_clear,
        init_in_helper_function_free
};

static int
module_initialize(PyObject *m)
{
        init_in_helper_function_state *state = get_init_in_helper_function_state(m);

        state->SmallSet_Type =
                (PyTypeObject *)PyType_FromModuleAndSpec(m, &SmallSet_spec, NULL);
        if (state->SmallSet_Type == NULL)
                return -1;
#if PY_VERSION_HEX < 0x030A0000
        /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
        state->SmallSet_Type->tp_new = NULL;
#endif
        state->range_error = PyErr_NewException("init_in_helper_function.RangeError", PyExc_ValueError, NULL);
        if (state->range_error == NULL)
                return -1;
        Py_INCREF(state->range_error);
        PyModule_AddObject(m, "RangeError", state->range_error);
        PyModule_AddIntConstant(m, "MAXIMUM", 63);

        return 0;
}

PyMODINIT_FUNC PyInit_init_in_helper_function(void)
{
        return PyModuleDef_Init(&smallset_module_def);
}
