/* The error is made where the loop of the process is asked for, and has nothing of it. */

#include <Python.h>

typedef struct uv_loop_s uv_loop_t;
uv_loop_t *uv_default_loop(void);

static PyObject *error;

static PyObject *
is_running(PyObject *self, PyObject *unused)
{
    uv_loop_t *loop;

    loop = uv_default_loop();
    if (loop == NULL) {
        if (error == NULL) {
            error = PyErr_NewException("module.error", NULL, NULL);
            if (error == NULL) {
                return NULL;
            }
        }
        PyErr_SetNone(error);
        return NULL;
    }
    Py_RETURN_TRUE;
}

static PyMethodDef functions[] = {{"is_running", is_running, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    m = PyModule_Create(&def);
    return m;
}
