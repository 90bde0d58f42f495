/* G530: behind a keyword, a path may start with the global namespace. */
#include <Python.h>

typedef struct {
    PyObject *Lid_Word;
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (module_state *)state;
}

namespace shop {

struct Lid {
    PyObject_HEAD
};

}

namespace tools {

template <typename T> static PyObject *
word_of(module_state *state, PyObject *self)
{
    static_assert(sizeof(T) > 0, "complete");
    return Py_XNewRef(state->Lid_Word);
}

}

namespace shop {

}

static PyObject *
word(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    module_state *state = get_module_state(module);

    return state->Lid_Word == NULL ? PyUnicode_FromString("lid")
           : tools::word_of<shop::Lid>(state, module);
}

static PyMethodDef methods[] = {
    {"word", word, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = get_module_state(module);
    Py_VISIT(state->Lid_Word);
    return 0;
}

static int
module_clear(PyObject *module)
{
    module_state *state = get_module_state(module);
    Py_CLEAR(state->Lid_Word);
    return 0;
}

static void
module_free(void *module)
{
    module_clear((PyObject *)module);
}

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, (void *)module_exec},
    {0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, sizeof(module_state), methods, module_slots,
    module_traverse, module_clear, module_free
};

static int
module_exec(PyObject *module)
{
    module_state *state = get_module_state(module);
    state->Lid_Word = PyUnicode_InternFromString("lid");
    if (state->Lid_Word == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&moduledef);
}
