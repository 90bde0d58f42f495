#include <Python.h>

/* A dictionary of its own struct, told by its exact type, whose reference its owner shows to the collector. */

static PyObject *
new_ref(PyObject *object)
{
    Py_INCREF(object);
    return object;
}

typedef struct {
    PyDictObject dict;
    PyObject *origin;
} Info;

typedef struct {
    PyObject_HEAD
    PyObject *info;
} Box;

static PyTypeObject Info_Type;

#define Info_CheckExact(v) (Py_TYPE(v) == &Info_Type)

static PyObject *
Info_origin(Info *self, PyObject *Py_UNUSED(unused))
{
    return new_ref(self->origin == NULL ? Py_None : self->origin);
}

static void
Info_dealloc(Info *self)
{
    Py_CLEAR(self->origin);
    PyDict_Type.tp_dealloc((PyObject *)self);
}

static PyMethodDef Info_methods[] = {
    {"origin", (PyCFunction)Info_origin, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Info_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "reference_that_another_type_visits.Info",
    .tp_basicsize = sizeof(Info),
    .tp_dealloc = (destructor)Info_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Info_methods,
    .tp_base = &PyDict_Type,
};

/* NULL if there is none, without an exception. */
static Info *
info_of(Box *self)
{
    if (self->info == NULL || !Info_CheckExact(self->info)) {
        return NULL;
    }
    return (Info *)self->info;
}

static int
Box_traverse(Box *self, visitproc visit, void *arg)
{
    Info *info = info_of(self);
    if (info != NULL) {
        Py_VISIT(info->origin);
    }
    Py_VISIT(self->info);
    return 0;
}

static int
Box_clear(Box *self)
{
    Info *info = info_of(self);
    if (info != NULL) {
        Py_CLEAR(info->origin);
    }
    Py_CLEAR(self->info);
    return 0;
}

static void
Box_dealloc(Box *self)
{
    PyObject_GC_UnTrack(self);
    Box_clear(self);
    PyObject_GC_Del(self);
}

static PyObject *
Box_remember(Box *self, PyObject *origin)
{
    Info *info = info_of(self);
    if (info == NULL) {
        info = (Info *)PyObject_CallObject((PyObject *)&Info_Type, NULL);
        if (info == NULL) {
            return NULL;
        }
        Py_XSETREF(self->info, (PyObject *)info);
    }
    Py_INCREF(origin);
    Py_XSETREF(info->origin, origin);
    return new_ref(self->info);
}

static PyMethodDef Box_methods[] = {
    {"remember", (PyCFunction)Box_remember, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "reference_that_another_type_visits.Box",
    .tp_basicsize = sizeof(Box),
    .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_traverse = (traverseproc)Box_traverse,
    .tp_clear = (inquiry)Box_clear,
    .tp_methods = Box_methods,
    .tp_new = PyType_GenericNew,
};

static int
reference_that_another_type_visits_exec(PyObject *module)
{
    if (PyType_Ready(&Info_Type) < 0 || PyType_Ready(&Box_Type) < 0) {
        return -1;
    }
    return PyModule_AddObject(module, "Box", new_ref((PyObject *)&Box_Type));
}

static PyModuleDef_Slot reference_that_another_type_visits_slots[] = {
    {Py_mod_exec, reference_that_another_type_visits_exec},
    {0, NULL}
};

static struct PyModuleDef reference_that_another_type_visits_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "reference_that_another_type_visits",
    .m_slots = reference_that_another_type_visits_slots,
};

PyMODINIT_FUNC
PyInit_reference_that_another_type_visits(void)
{
    return PyModuleDef_Init(&reference_that_another_type_visits_module);
}
