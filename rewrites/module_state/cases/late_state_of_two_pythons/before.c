/* The struct and its accessor, for both Pythons, stand below what needs them. */
#include <Python.h>

static PyObject *FrameError;

#define BAIL_ON_ERROR(code) {\
    long error = (code);\
    if (error < 0) {\
        PyErr_Format(FrameError, "code %ld", error);\
        goto bail;\
    }\
}

static long
fill(const char *text, Py_ssize_t length, long *total, long *least, long *most)
{
    *total = (long)length;
    *least = *most = text[0];
    return length ? *total : -1;
}

static PyObject *
frame_fill(PyObject *self, PyObject *args)
{
    const char *text;
    Py_ssize_t length;
    long total, least, most;

    if (!PyArg_ParseTuple(args, "s#:fill", &text, &length)) {
        return NULL;
    }
    BAIL_ON_ERROR(total = fill(text, length, &total, &least,
                               &most));
    BAIL_ON_ERROR(fill(text, length, &total, &least, &most));
    BAIL_ON_ERROR(total = fill(text, (length > 100 ? 100 : length), &total,
                               &least, &most));
    BAIL_ON_ERROR(total = fill(text, length > 100 ? 100 : length, &total, &least,
                               &most));
    return Py_BuildValue("lll", total, least, most);

bail:
    return NULL;
}

static PyMethodDef frame_methods[] = {
    {"fill", frame_fill, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

struct module_state {
    PyObject *error;
};

#if PY_MAJOR_VERSION >= 3
#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))
#else
#define GETSTATE(m) (&_state)
static struct module_state _state;
#endif

static int
frame_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
frame_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static struct PyModuleDef frame_module = {
    PyModuleDef_HEAD_INIT,
    "frame",
    NULL,
    sizeof(struct module_state),
    frame_methods,
    NULL,
    frame_traverse,
    frame_clear,
    NULL
};

PyMODINIT_FUNC
PyInit_frame(void)
{
    struct module_state *st;
    PyObject *m = PyModule_Create(&frame_module);

    if (m == NULL) {
        return NULL;
    }
    st = GETSTATE(m);
    st->error = PyErr_NewException("frame.Error", NULL, NULL);
    if (st->error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    FrameError = PyErr_NewException("frame.FrameError", NULL, NULL);
    if (FrameError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(FrameError);
    if (PyModule_AddObject(m, "FrameError", FrameError) < 0) {
        Py_DECREF(FrameError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
