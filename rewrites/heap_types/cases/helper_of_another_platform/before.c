/* A type that only another platform has, made ready above its definition, by one of two functions of one name. */
#include <Python.h>

#ifdef _WIN32

typedef struct {
    PyObject_HEAD
    void *handle;
} Display;

static PyTypeObject Display_Type;

int
display_setup(void)
{
    if (PyType_Ready(&Display_Type) < 0) {
        return -1;
    }
    return 0;
}

static Display *
Display_make(void *handle)
{
    Display *self = PyObject_New(Display, &Display_Type);
    if (self == NULL) {
        return NULL;
    }
    self->handle = handle;
    return self;
}

static void
Display_delete(Display *self)
{
    if (self->handle) {
        free_display(self->handle);
    }
    PyObject_Free(self);
}

static PyTypeObject Display_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "screen.Display",
    .tp_basicsize = sizeof(Display),
    .tp_dealloc = (destructor)Display_delete,
};

static PyObject *
screen_display(PyObject *self, PyObject *args)
{
    return (PyObject *)Display_make(main_display());
}

#else

int
display_setup(void)
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
    if (display_setup() < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
