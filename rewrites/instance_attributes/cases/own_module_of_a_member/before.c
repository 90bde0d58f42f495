/* Instances say by a member in which module they were made, as their type does by its own. */
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
    {"__module__", T_OBJECT_EX, offsetof(Note, module), READONLY, "where it was made"},
    {"origin", T_OBJECT_EX, offsetof(Note, module), 0, NULL},
    {NULL},
};

static PyTypeObject Note_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "own_module_of_a_member.Note",
    .tp_basicsize = sizeof(Note),
    .tp_dealloc = (destructor)Note_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_members = Note_members,
    .tp_init = (initproc)Note_init,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef notes_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "own_module_of_a_member",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_own_module_of_a_member(void)
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
