/* The struct and its accessor, for both Pythons, stand below what needs them. */
#include <Python.h>

struct module_state {
    PyObject *error;
    PyObject *FrameError;
};

#if PY_MAJOR_VERSION >= 3
#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))
#else
#define GETSTATE(m) (&_state)
static struct module_state _state;
#endif

#define BAIL_ON_ERROR(state, code) {\
    long error = (code);\
    if (error < 0) {\
        PyErr_Format((state)->FrameError, "code %ld", error);\
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
    struct module_state *state = GETSTATE(self);
    const char *text;
    Py_ssize_t length;
    long total, least, most;

    if (!PyArg_ParseTuple(args, "s#:fill", &text, &length)) {
        return NULL;
    }
    BAIL_ON_ERROR(state, total = fill(text, length, &total, &least,
                                      &most));
    BAIL_ON_ERROR(state, fill(text, length, &total, &least, &most));
    BAIL_ON_ERROR(state,
                  total = fill(text, (length > 100 ? 100 : length), &total,
                               &least, &most));
    BAIL_ON_ERROR(state,
                  total = fill(text, length > 100 ? 100 : length, &total, &least,
                               &most));
    return Py_BuildValue("lll", total, least, most);

bail:
    return NULL;
}

static PyMethodDef frame_methods[] = {
    {"fill", frame_fill, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
frame_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->FrameError);
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
frame_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->FrameError);
    Py_CLEAR(GETSTATE(m)->error);
    return 0;
}

static void
frame_free(void *module)
{
    frame_clear((PyObject *)module);
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
    frame_free
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
    st->FrameError = PyErr_NewException("frame.FrameError", NULL, NULL);
    if (st->FrameError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(st->FrameError);
    if (PyModule_AddObject(m, "FrameError", st->FrameError) < 0) {
        Py_DECREF(st->FrameError);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
