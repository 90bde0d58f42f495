#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Bags of words; pickled as a call of the module's own function. */

typedef struct {
        PyObject_HEAD
        PyObject *counts;
} BagObject;

typedef struct {
        PyTypeObject *Bag_Type;
        PyObject *bag_constructor;
} borrowed_global_from_module_dict_state;

static inline borrowed_global_from_module_dict_state *
get_borrowed_global_from_module_dict_state(PyObject *module)
{
        void *state = PyModule_GetState(module);
        assert(state != NULL);
        return (borrowed_global_from_module_dict_state *)state;
}

static inline borrowed_global_from_module_dict_state *
get_borrowed_global_from_module_dict_state_by_type(PyTypeObject *type)
{
        void *state = PyType_GetModuleState(type);
        assert(state != NULL);
        return (borrowed_global_from_module_dict_state *)state;
}

static BagObject *
newBagObject(borrowed_global_from_module_dict_state *state)
{
        BagObject *self;

        self = (BagObject *)state->Bag_Type->tp_alloc(state->Bag_Type, 0);
        if (self == NULL)
                return NULL;
        self->counts = PyDict_New();
        if (self->counts == NULL) {
                Py_DECREF(self);
                return NULL;
        }
        return self;
}

static int
Bag_traverse(BagObject *self, visitproc visit, void *arg)
{
        Py_VISIT(Py_TYPE(self));
        Py_VISIT(self->counts);
        return 0;
}

static void
Bag_dealloc(BagObject *self)
{
        PyTypeObject *tp = Py_TYPE(self);

        PyObject_GC_UnTrack(self);
        Py_XDECREF(self->counts);
        tp->tp_free(self);
        Py_DECREF(tp);
}

static PyObject *
Bag_add(BagObject *self, PyObject *word)
{
        PyObject *old, *number;
        int result;

        old = PyDict_GetItemWithError(self->counts, word);
        if (old == NULL && PyErr_Occurred())
                return NULL;
        number = PyLong_FromLong(old == NULL ? 1 : PyLong_AsLong(old) + 1);
        if (number == NULL)
                return NULL;
        result = PyDict_SetItem(self->counts, word, number);
        if (result < 0) {
                Py_DECREF(number);
                return NULL;
        }
        return number;
}

static PyObject *
Bag_getstate(BagObject *self, PyObject *unused)
{
        return PyDict_Copy(self->counts);
}

static PyObject *
Bag_setstate(BagObject *self, PyObject *state)
{
        if (!PyDict_Check(state)) {
                PyErr_SetString(PyExc_TypeError, "a dict is required");
                return NULL;
        }
        if (PyDict_Update(self->counts, state) < 0)
                return NULL;
        Py_RETURN_NONE;
}

static PyObject *
Bag_reduce(BagObject *self, PyObject *unused)
{
        borrowed_global_from_module_dict_state *state =
                get_borrowed_global_from_module_dict_state_by_type(Py_TYPE(self));

        return Py_BuildValue("(O()N)", state->bag_constructor,
                             Bag_getstate(self, NULL));
}

static PyMethodDef Bag_methods[] = {
        {"add",          (PyCFunction)Bag_add,          METH_O,         NULL},
        {"__getstate__", (PyCFunction)Bag_getstate,     METH_NOARGS,    NULL},
        {"__setstate__", (PyCFunction)Bag_setstate,     METH_O,         NULL},
        {"__reduce__",   (PyCFunction)Bag_reduce,       METH_NOARGS,    NULL},
        {NULL,           NULL}
};

static PyType_Slot Bag_slots[] = {
        {Py_tp_dealloc, Bag_dealloc},
        {Py_tp_methods, Bag_methods},
        {Py_tp_traverse, Bag_traverse},
        {0, NULL},
};

static PyType_Spec Bag_spec = {
        .name = "borrowed_global_from_module_dict.Bag_",
        .basicsize = sizeof(BagObject),
        .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                  Py_TPFLAGS_DISALLOW_INSTANTIATION |
                  Py_TPFLAGS_IMMUTABLETYPE),
        .slots = Bag_slots,
};

static PyObject *
bags_Bag(PyObject *self, PyObject *args)
{
        borrowed_global_from_module_dict_state *state =
                get_borrowed_global_from_module_dict_state(self);

        if (!PyArg_ParseTuple(args, ":Bag"))
                return NULL;
        return (PyObject *)newBagObject(state);
}

static PyMethodDef functions[] = {
        {"Bag",         bags_Bag,       METH_VARARGS,   "Bag() -> empty bag"},
        {NULL,          NULL}
};

static int
borrowed_global_from_module_dict_traverse(PyObject *module, visitproc visit,
                                          void *arg)
{
        borrowed_global_from_module_dict_state *state =
                get_borrowed_global_from_module_dict_state(module);
        Py_VISIT(state->Bag_Type);
        Py_VISIT(state->bag_constructor);
        return 0;
}

static int
borrowed_global_from_module_dict_clear(PyObject *module)
{
        borrowed_global_from_module_dict_state *state =
                get_borrowed_global_from_module_dict_state(module);
        Py_CLEAR(state->Bag_Type);
        Py_CLEAR(state->bag_constructor);
        return 0;
}

static void
borrowed_global_from_module_dict_free(void *module)
{
        borrowed_global_from_module_dict_clear((PyObject *)module);
}

static int borrowed_global_from_module_dict_exec(PyObject *m);

static PyModuleDef_Slot borrowed_global_from_module_dict_slots[] = {
        {Py_mod_exec, borrowed_global_from_module_dict_exec},
#if PY_VERSION_HEX >= 0x030C0000
        {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
        {0, NULL}
};

static struct PyModuleDef bags = {
        PyModuleDef_HEAD_INIT, "borrowed_global_from_module_dict", NULL,
        sizeof(borrowed_global_from_module_dict_state), functions,
        borrowed_global_from_module_dict_slots,
        borrowed_global_from_module_dict_traverse,
        borrowed_global_from_module_dict_clear,
        borrowed_global_from_module_dict_free
};

static int
borrowed_global_from_module_dict_exec(PyObject *m)
{
        borrowed_global_from_module_dict_state *state =
                get_borrowed_global_from_module_dict_state(m);
        PyObject *d;

        state->Bag_Type =
                (PyTypeObject *)PyType_FromModuleAndSpec(m, &Bag_spec, NULL);
        if (state->Bag_Type == NULL)
                return -1;
#if PY_VERSION_HEX < 0x030A0000
        /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
        state->Bag_Type->tp_new = NULL;
#endif

        /* Stash the callable constructor for use in Bag.__reduce__ */
        d = PyModule_GetDict(m);
        state->bag_constructor = PyDict_GetItemString(d, "Bag");
        Py_XINCREF(state->bag_constructor);

        return 0;
}

PyMODINIT_FUNC
PyInit_borrowed_global_from_module_dict(void)
{
        return PyModuleDef_Init(&bags);
}
