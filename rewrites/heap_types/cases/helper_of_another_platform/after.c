/* A type that only another platform has, made ready above its definition, by one of two functions of one name. */
#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

#ifdef _WIN32

typedef struct {
    PyObject_HEAD
    void *handle;
} Display;

static PyTypeObject *Display_Type;
static PyType_Spec Display_spec;

int
display_setup(PyObject *module)
{
    Display_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Display_spec, NULL);
    if (Display_Type == NULL) {
        return -1;
    }
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    Display_Type->tp_new = NULL;
#endif
    return 0;
}

static Display *
Display_make(void *handle)
{
    Display *self = PyObject_New(Display, Display_Type);
    if (self == NULL) {
        return NULL;
    }
    self->handle = handle;
    return self;
}

static void
Display_delete(Display *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    if (self->handle) {
        free_display(self->handle);
    }
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Display_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Display_methods[] = {
    {"__reduce__", Display_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Display_slots[] = {
    {Py_tp_dealloc, Display_delete},
    {Py_tp_methods, Display_methods},
    {0, NULL},
};

static PyType_Spec Display_spec = {
    .name = "screen.Display",
    .basicsize = sizeof(Display),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Display_slots,
};

static PyObject *
screen_display(PyObject *self, PyObject *args)
{
    return (PyObject *)Display_make(main_display());
}

#else

int
display_setup(PyObject *module)
{
    return 0;
}

#endif

static PyMethodDef screen_functions[] = {
#ifdef _WIN32
    {"display", screen_display, METH_NOARGS, NULL},
#endif
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef screen = {
    PyModuleDef_HEAD_INIT, "screen", NULL, -1, screen_functions
};

PyMODINIT_FUNC
PyInit_screen(void)
{
    PyObject *module = PyModule_Create(&screen);

    if (module == NULL) {
        return NULL;
    }
    if (display_setup(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
