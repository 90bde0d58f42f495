#include <Python.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

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

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->first);
    Py_VISIT(self->second);
    Py_VISIT(self->third);
    Py_VISIT(self->fifth);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject *fifth = self->fifth;

    PyObject_GC_UnTrack(self);
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
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyTypeObject *Box_Type;

static PyType_Slot Box_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_members, Box_members},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

static PyType_Spec Box_spec = {
    .name = "box.Box",
    .basicsize = sizeof(Box),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Box_slots,
};

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "box", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_box(void)
{
    PyObject *module;

    module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }

    Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Box_spec, NULL);
    if (Box_Type == NULL) {
        return NULL;
    }
    Py_INCREF(Box_Type);
    if (PyModule_AddObject(module, "Box", (PyObject *)Box_Type) < 0) {
        Py_DECREF(Box_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
