/* Frames in the manner of audio libraries: what makes them is in the module, and in the classes as a class method. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

typedef struct {
    PyObject_HEAD
    unsigned long sum;
} Frame;

typedef struct {
    PyTypeObject *Frame_Type;
    PyObject *FrameError;
} class_methods_that_are_functions_too_state;

static struct PyModuleDef definition;

static inline class_methods_that_are_functions_too_state *
get_class_methods_that_are_functions_too_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (class_methods_that_are_functions_too_state *)state;
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

static inline class_methods_that_are_functions_too_state *
get_class_methods_that_are_functions_too_state_by_type(PyTypeObject *type)
{
    PyObject *module = PyType_GetModuleByDef(type, &definition);
    assert(module != NULL);
    return get_class_methods_that_are_functions_too_state(module);
}

/* For functions that are called with the module, a class or an instance. */
static inline class_methods_that_are_functions_too_state *
get_class_methods_that_are_functions_too_state_by_self(PyObject *self)
{
    if (PyModule_Check(self)) {
        return get_class_methods_that_are_functions_too_state(self);
    }
    if (PyType_Check(self)) {
        return get_class_methods_that_are_functions_too_state_by_type((PyTypeObject *)self);
    }
    return get_class_methods_that_are_functions_too_state_by_type(Py_TYPE(self));
}

/* A function of the module, and a class method. */
static PyObject *
frame_from_bytes(PyObject *self, PyObject *args)
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state_by_self(self);
    Frame *result;
    const unsigned char *data;
    Py_ssize_t length;

    if (!PyArg_ParseTuple(args, "y#:from_bytes", &data, &length))
        return NULL;
    if (length > 8) {
        PyErr_SetString(state->FrameError, "too long");
        return NULL;
    }
    result = (Frame *)state->Frame_Type->tp_alloc(state->Frame_Type, 0);
    if (result == NULL)
        return NULL;
    result->sum = 0;
    while (length-- > 0)
        result->sum += *data++;
    return (PyObject *)result;
}

/* A function of the module, a method of one type, and a class method of another. */
static PyObject *
frame_check(PyObject *self, PyObject *object)
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state_by_self(self);

    if (!PyObject_TypeCheck(object, state->Frame_Type)) {
        PyErr_Format(state->FrameError, "no frame: %R", object);
        return NULL;
    }
    return PyLong_FromUnsignedLong(((Frame *)object)->sum);
}

/* A method of one type, and a class method of another. */
static PyObject *
frame_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state_by_self(self);

    PyErr_SetString(state->FrameError, "as told");
    return NULL;
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Frame_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Frame_methods[] = {
    {"from_bytes", frame_from_bytes, METH_VARARGS | METH_CLASS, "Make a frame."},
    {"check", frame_check, METH_O, "Return the sum of a frame."},
    {"fail", frame_fail, METH_NOARGS, "Raise FrameError."},
    {"__reduce__", Frame_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Frame_slots[] = {
    {Py_tp_methods, Frame_methods},
    {0, NULL},
};

static PyType_Spec Frame_spec = {
    .name = "class_methods_that_are_functions_too.Frame",
    .basicsize = sizeof(Frame),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE |
              Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Frame_slots,
};

static PyMethodDef Wide_methods[] = {
    {"check", frame_check, METH_O | METH_CLASS, "Return the sum of a frame."},
    {"fail", frame_fail, METH_NOARGS | METH_CLASS, "Raise FrameError."},
    {NULL}
};

static PyType_Slot Wide_slots[] = {
    {Py_tp_methods, Wide_methods},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Wide_spec = {
    .name = "class_methods_that_are_functions_too.Wide",
    .basicsize = sizeof(Frame),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Wide_slots,
};

static PyMethodDef methods[] = {
    {"from_bytes", frame_from_bytes, METH_VARARGS, "Make a frame."},
    {"check", frame_check, METH_O, "Return the sum of a frame."},
    {NULL}
};

static int
class_methods_that_are_functions_too_traverse(PyObject *module, visitproc visit, void *arg)
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state(module);
    Py_VISIT(state->Frame_Type);
    Py_VISIT(state->FrameError);
    return 0;
}

static int
class_methods_that_are_functions_too_clear(PyObject *module)
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state(module);
    Py_CLEAR(state->Frame_Type);
    Py_CLEAR(state->FrameError);
    return 0;
}

static void
class_methods_that_are_functions_too_free(void *module)
{
    class_methods_that_are_functions_too_clear((PyObject *)module);
}

static int class_methods_that_are_functions_too_exec(PyObject *module);

static PyModuleDef_Slot class_methods_that_are_functions_too_slots[] = {
    {Py_mod_exec, class_methods_that_are_functions_too_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "class_methods_that_are_functions_too",
    NULL,
    sizeof(class_methods_that_are_functions_too_state),
    methods,
    class_methods_that_are_functions_too_slots,
    class_methods_that_are_functions_too_traverse,
    class_methods_that_are_functions_too_clear,
    class_methods_that_are_functions_too_free,
};

static int
class_methods_that_are_functions_too_exec(PyObject *module)
{
    class_methods_that_are_functions_too_state *state =
        get_class_methods_that_are_functions_too_state(module);

    state->Frame_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Frame_spec, NULL);
    if (state->Frame_Type == NULL)
        return -1;
    PyTypeObject *Wide_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Wide_spec, NULL);
    if (Wide_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Frame_Type->tp_new = NULL;
#endif
    state->FrameError = PyErr_NewException("class_methods_that_are_functions_too.FrameError", NULL,
                                           NULL);
    if (state->FrameError == NULL) {
        Py_DECREF(Wide_Type);
        return -1;
    }
    Py_INCREF(state->FrameError);
    PyModule_AddObject(module, "FrameError", state->FrameError);
    Py_INCREF(state->Frame_Type);
    PyModule_AddObject(module, "Frame", (PyObject *)state->Frame_Type);
    PyModule_AddObject(module, "Wide", (PyObject *)Wide_Type);
    return 0;
}

PyMODINIT_FUNC
PyInit_class_methods_that_are_functions_too(void)
{
    return PyModuleDef_Init(&definition);
}
