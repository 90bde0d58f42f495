#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

#define PyExc_StandardError PyExc_Exception

typedef struct {
    PyBaseExceptionObject base;
    PyObject *cursor;
} Error;

static int
Error_traverse(Error *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->cursor);
    return ((PyTypeObject *)PyExc_StandardError)->tp_traverse(
        (PyObject *)self, visit, arg);
}

static int
Error_clear(Error *self)
{
    Py_CLEAR(self->cursor);
    return ((PyTypeObject *)PyExc_StandardError)->tp_clear((PyObject *)self);
}

static void
Error_dealloc(Error *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    Error_clear(self);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyMemberDef Error_members[] = {
    {"cursor", T_OBJECT, offsetof(Error, cursor), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Error_slots[] = {
    {Py_tp_members, Error_members},
    {Py_tp_dealloc, Error_dealloc},
    {Py_tp_traverse, Error_traverse},
    {Py_tp_clear, Error_clear},
    {0, NULL},
};

static PyType_Spec Error_spec = {
    .name = "error_that_keeps_what_it_is_about.Error",
    .basicsize = sizeof(Error),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_BASETYPE | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Error_slots,
};

static int error_that_keeps_what_it_is_about_exec(PyObject *module);

static PyModuleDef_Slot error_that_keeps_what_it_is_about_slots[] = {
    {Py_mod_exec, error_that_keeps_what_it_is_about_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef errors_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "error_that_keeps_what_it_is_about",
    .m_size = 0,
    .m_slots = error_that_keeps_what_it_is_about_slots,
};

static PyTypeObject *
error_that_keeps_what_it_is_about_new_subtype(PyObject *module,
                                              PyType_Spec *spec,
                                              PyTypeObject *base)
{
    PyObject *type, *bases = PyTuple_Pack(1, base);
    if (bases == NULL) {
        return NULL;
    }
    type = PyType_FromModuleAndSpec(module, spec, bases);
    Py_DECREF(bases);
    return (PyTypeObject *)type;
}

static int
error_that_keeps_what_it_is_about_exec(PyObject *module)
{
    PyTypeObject *Error_Type = error_that_keeps_what_it_is_about_new_subtype(
        module, &Error_spec, (PyTypeObject *)PyExc_StandardError);
    if (Error_Type == NULL) {
        return -1;
    }
    if (PyModule_AddObject(module, "Error", (PyObject *)Error_Type) < 0) {
        Py_DECREF(Error_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_error_that_keeps_what_it_is_about(void)
{
    return PyModuleDef_Init(&errors_module);
}
