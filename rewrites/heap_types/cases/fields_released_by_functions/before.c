#include <Python.h>
#include <structmember.h>

/* So is what functions release that are given the object or the address of the field. */

typedef struct {
    PyObject_HEAD
    PyObject *first;
    PyObject *second;
    PyObject *third;
    PyObject *fourth;
    PyObject *fifth;
    PyObject *borrowed;
} Box;

static PyMemberDef Box_members[] = {
    {"first", T_OBJECT, offsetof(Box, first), 0, NULL},
    {"second", T_OBJECT, offsetof(Box, second), 0, NULL},
    {"third", T_OBJECT, offsetof(Box, third), 0, NULL},
    {"fourth", T_OBJECT, offsetof(Box, fourth), 0, NULL},
    {"fifth", T_OBJECT, offsetof(Box, fifth), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static inline void
drop(PyObject **place)
{
    PyObject *old = *place;

    *place = NULL;
    Py_XDECREF(old);
}

static inline void
drop_any(void *place)
{
    Py_CLEAR(*(PyObject **)place);
}

static void
release(PyObject *object)
{
    if (object != NULL) {
        Py_DECREF(object);
    }
}

static void
release_unless_none(PyObject *object)
{
    if (object != Py_None) {
        Py_XDECREF(object);
    }
}

/* The reference is one more, for the time of the call. */
static void
call(PyObject *object)
{
    PyObject *result;

    Py_INCREF(object);
    result = PyObject_CallObject(object, NULL);
    Py_XDECREF(result);
    Py_DECREF(object);
}

#define DROP(a) drop(&(a))

static void
Box_dealloc(Box *self)
{
    PyObject *fifth = self->fifth;

    if (self->borrowed != NULL) {
        call(self->borrowed);
    }
    drop(&self->first);
    DROP(self->second);
    release(self->third);
    /* It may own this or not. */
    release_unless_none(self->fourth);
    Py_XDECREF(fifth);
    drop_any(&self->first);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "box.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = Box_members,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
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
