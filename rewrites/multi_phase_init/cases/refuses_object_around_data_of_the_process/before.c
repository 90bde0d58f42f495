/* The loop of the process is kept in an object of which there is one: two modules would start and end the same loop. */

#include <Python.h>

typedef struct uv_loop_s uv_loop_t;
uv_loop_t *uv_default_loop(void);

static PyObject *default_loop;

static PyObject *
new_loop(int is_default)
{
    uv_loop_t *loop = is_default ? uv_default_loop() : NULL;

    return PyCapsule_New(loop, "loop", NULL);
}

static PyObject *
get_default_loop(PyObject *self, PyObject *unused)
{
    if (!default_loop) {
        default_loop = new_loop(1);
        if (!default_loop) {
            return NULL;
        }
    }
    Py_INCREF(default_loop);
    return default_loop;
}

static PyMethodDef functions[] = {{"default_loop", get_default_loop, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    m = PyModule_Create(&def);
    return m;
}
