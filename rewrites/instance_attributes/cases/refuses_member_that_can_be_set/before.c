/* What instances say of their module can be set, which a lookup in front of the others doesn't do. */
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *module;
} Note;

static int
Note_init(Note *self, PyObject *args, PyObject *kwargs)
{
    PyObject *old = self->module;

    if (!PyArg_ParseTuple(args, "O", &self->module)) {
        return -1;
    }
    Py_INCREF(self->module);
    Py_XDECREF(old);
    return 0;
}

static void
Note_dealloc(Note *self)
{
    Py_CLEAR(self->module);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyMemberDef Note_members[] = {
    {"__module__", T_OBJECT_EX, offsetof(Note, module), 0, "where it was made"},
    {"origin", T_OBJECT_EX, offsetof(Note, module), 0, NULL},
    {NULL},
};

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "refuses_member_that_can_be_set.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_members = Note_members,
    .tp_init = (initproc)Note_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef notes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "refuses_member_that_can_be_set",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_refuses_member_that_can_be_set(void)
{
    PyObject *module = PyModule_Create(&notes_module);

    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddType(module, &Note_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
