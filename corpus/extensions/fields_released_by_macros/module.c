#include <Python.h>
#include <structmember.h>

/* What the macros of a project release is owned as well. */

#define DEC_AND_NULL(a) { Py_XDECREF(a); a = NULL; }
#define RELEASE(a) Py_XDECREF(a)
#define DROP(a) do { if ((a) != NULL) { RELEASE(a); (a) = NULL; } } while (0)
#define SET_FREE(type, a) do { PyObject *old_ = (PyObject *)(a); (a) = (type)NULL; Py_XDECREF(old_); } while (0)
#define DROP_FIELD(o, field) Py_CLEAR((o)->field)

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
    PyObject *third;
    PyObject *fourth;
} Box;

static PyMemberDef Box_members[] = {
    {"first", T_OBJECT, offsetof(Box, first), 0, NULL},
    {"second", T_OBJECT, offsetof(Box, second), 0, NULL},
    {"third", T_OBJECT, offsetof(Box, third), 0, NULL},
    {"fourth", T_OBJECT, offsetof(Box, fourth), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static void
Box_dealloc(Box *self)
{
    DEC_AND_NULL(self->first);
    DROP(self->second);
    SET_FREE(PyObject *, self->third);
    DROP_FIELD(self, fourth);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "fields_released_by_macros.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = Box_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "fields_released_by_macros", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_fields_released_by_macros(void)
{
    PyObject *module;

    if (PyType_Ready(&Box_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)&Box_Type) < 0) {
        Py_DECREF(&Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
