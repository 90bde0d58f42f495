#include <Python.h>

typedef struct {
    PyObject *Error;
} box_state;

static inline box_state *get_box_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (box_state *)state;
}

static PyObject *fail(PyObject *self, PyObject *arg) {
    box_state *state = get_box_state(self);

    PyErr_SetString(state->Error, "no");
    return NULL;
}
static PyMethodDef methods[] = {{"fail", fail, METH_O, NULL}, {NULL}};

static int box_traverse(PyObject *module, visitproc visit, void *arg)
{
    box_state *state = get_box_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int box_clear(PyObject *module)
{
    box_state *state = get_box_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void box_free(void *module)
{
    box_clear((PyObject *)module);
}

int ion_init_module(PyObject *m);

static PyModuleDef_Slot box_slots[] = {
    {Py_mod_exec, ion_init_module},
    {0, NULL}
};

static struct PyModuleDef box_module = { PyModuleDef_HEAD_INIT, "box", NULL, sizeof(box_state),
    methods, box_slots, box_traverse, box_clear, box_free };

int ion_init_module(PyObject *m)
{
    box_state *state = get_box_state(m);
    state->Error = PyErr_NewException("box.Error", NULL, NULL);
    if (state->Error == NULL)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_box(void)
{
    return PyModuleDef_Init(&box_module);
}
