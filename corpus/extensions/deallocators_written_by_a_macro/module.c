#include <Python.h>
#include <stdlib.h>

/* A farm of pens: what every kind of pen does the same way, a macro writes. */

typedef struct {
    PyObject_HEAD
    PyObject *farm;
    char *name;
    Py_ssize_t size;
} SheepPen;

typedef struct {
    PyObject_HEAD
    PyObject *farm;
    char *name;
    Py_ssize_t size;
} GoatPen;

typedef struct {
    PyObject_HEAD
    long height;
} Gate;

#define DEFINE_PEN(kind, most)                                              \
    static void                                                             \
    kind##Pen_dealloc(kind##Pen *self)                                      \
    {                                                                       \
        if (self->farm != NULL) {                                           \
            Py_DECREF(self->farm);                                          \
        }                                                                   \
        free(self->name);                                                   \
        Py_TYPE(self)->tp_free((PyObject *)self);                           \
    }                                                                       \
                                                                            \
    static int                                                              \
    kind##Pen_init(kind##Pen *self, PyObject *args, PyObject *kwargs)       \
    {                                                                       \
        PyObject *farm = NULL, *before = self->farm;                        \
        Py_ssize_t size;                                                    \
                                                                            \
        if (!PyArg_ParseTuple(args, "n|O", &size, &farm)) {                 \
            return -1;                                                      \
        }                                                                   \
        if (size > (most)) {                                                \
            PyErr_SetString(PyExc_ValueError, #kind " pens are smaller");   \
            return -1;                                                      \
        }                                                                   \
        if (self->name == NULL) {                                           \
            self->name = malloc(8);                                         \
        }                                                                   \
        Py_XINCREF(farm);                                                   \
        self->farm = farm;                                                  \
        Py_XDECREF(before);                                                 \
        self->size = size;                                                  \
        return 0;                                                           \
    }                                                                       \
                                                                            \
    static PyObject *                                                       \
    kind##Pen_room(kind##Pen *self, PyObject *ignored)                      \
    {                                                                       \
        return PyLong_FromSsize_t((most) - self->size);                     \
    }                                                                       \
                                                                            \
    static PyMethodDef kind##Pen_methods[] = {                              \
        {"room", (PyCFunction)kind##Pen_room, METH_NOARGS, NULL},           \
        {NULL}                                                              \
    };

DEFINE_PEN(Sheep, 40)
DEFINE_PEN(Goat, 12)

#define FREED(kind) \
    static void kind##_dealloc(kind *self) { self->height = 0; Py_TYPE(self)->tp_free(self); }

FREED(Gate)

static PyTypeObject SheepPen_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "deallocators_written_by_a_macro.SheepPen",
    .tp_basicsize = sizeof(SheepPen),
    .tp_dealloc = (destructor)SheepPen_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = SheepPen_methods,
    .tp_init = (initproc)SheepPen_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject GoatPen_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "deallocators_written_by_a_macro.GoatPen",
    .tp_basicsize = sizeof(GoatPen),
    .tp_dealloc = (destructor)GoatPen_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = GoatPen_methods,
    .tp_init = (initproc)GoatPen_init,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Gate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "deallocators_written_by_a_macro.Gate",
    .tp_basicsize = sizeof(Gate),
    .tp_dealloc = (destructor)Gate_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "deallocators_written_by_a_macro",
    .m_size = -1,
};

static int
add_type(PyObject *module, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_deallocators_written_by_a_macro(void)
{
    PyObject *module = PyModule_Create(&module_definition);

    if (module == NULL) {
        return NULL;
    }
    if (add_type(module, "SheepPen", &SheepPen_Type) < 0
        || add_type(module, "GoatPen", &GoatPen_Type) < 0
        || add_type(module, "Gate", &Gate_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
