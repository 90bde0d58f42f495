#include <Python.h>
#include "loop.h"

typedef struct {
    PyObject_HEAD
    struct ev_loop *loop;
} Loop;

static PyTypeObject Loop_Type;
/* One for the process, as its loop is. */
static Loop *default_loop;

static PyObject *
new_loop(int is_default)
{
    Loop *self = PyObject_New(Loop, &Loop_Type);

    if (self == NULL)
        return NULL;
    self->loop = is_default ? ev_default_loop(0) : NULL;
    if (self->loop != NULL)
        loop_start(self->loop);
    return (PyObject *)self;
}

static void
Loop_dealloc(Loop *self)
{
    if (self->loop != NULL)
        loop_end(self->loop);
    PyObject_Del(self);
}

static PyObject *
Loop_is_default(Loop *self, void *closure)
{
    return PyBool_FromLong(self->loop != NULL);
}

static PyGetSetDef Loop_getset[] = {
    {"default", (getter)Loop_is_default, NULL, NULL, NULL},
    {NULL}
};

static PyTypeObject Loop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "object_around_process_data.Loop",
    .tp_basicsize = sizeof(Loop),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)Loop_dealloc,
    .tp_getset = Loop_getset,
};

static PyObject *
get_default_loop(PyObject *module, PyObject *unused)
{
    if (default_loop == NULL) {
        default_loop = (Loop *)new_loop(1);
        if (default_loop == NULL)
            return NULL;
    }
    Py_INCREF(default_loop);
    return (PyObject *)default_loop;
}

static PyMethodDef functions[] = {
    {"default_loop", get_default_loop, METH_NOARGS, NULL},
    {NULL}
};

static struct PyModuleDef loops = {
    PyModuleDef_HEAD_INIT, "object_around_process_data", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_object_around_process_data(void)
{
    if (PyType_Ready(&Loop_Type) < 0)
        return NULL;
    return PyModule_Create(&loops);
}
