#include <Python.h>

#define HAVE(state, level) ((state)->features >= (level) && (state)->names)
#define CHOOSE(state, name) \
    (HAVE(state, 2) ? ((state)->functions.name = name##_best) : HAVE(state, 1) ? ((state)->functions.name = name##_wide) \
     : ((state)->functions.name = name##_plain))
#define KERNEL(name) \
    static int name##_plain(int a) { return a; } \
    static int name##_wide(int a) { return a + 1; } \
    static int name##_best(int a) { return a + 2; }

typedef struct {
    int features;
    PyObject *names;
    struct {
        int (*add)(int), (*sub)(int), (*mul)(int);
        int (*div)(int), (*mod)(int), (*neg)(int), (*abs)(int);
        int (*min)(int), (*max)(int);
    } functions;
} kernels_state;

static inline kernels_state *
get_kernels_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (kernels_state *)state;
}

KERNEL(add)
KERNEL(sub)
KERNEL(mul)
KERNEL(div)
KERNEL(mod)
KERNEL(neg)
KERNEL(abs)
KERNEL(min)
KERNEL(max)

static int
choose(kernels_state *state)
{
    CHOOSE(state, add);
    CHOOSE(state, sub);
    CHOOSE(state, mul);
    CHOOSE(state, div);
    CHOOSE(state, mod);
    CHOOSE(state, neg);
    CHOOSE(state, abs);
    CHOOSE(state, min);
    CHOOSE(state, max);
    return 0;
}

static PyObject *
use(PyObject *self, PyObject *unused)
{
    kernels_state *state = get_kernels_state(self);

    return Py_BuildValue("Oi", state->names, state->functions.add(state->features));
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
kernels_traverse(PyObject *module, visitproc visit, void *arg)
{
    kernels_state *state = get_kernels_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
kernels_clear(PyObject *module)
{
    kernels_state *state = get_kernels_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
kernels_free(void *module)
{
    kernels_clear((PyObject *)module);
}

static struct PyModuleDef kernels_module = {PyModuleDef_HEAD_INIT, "kernels", NULL, sizeof(kernels_state), methods,
    NULL, kernels_traverse, kernels_clear, kernels_free};

PyMODINIT_FUNC
PyInit_kernels(void)
{
    kernels_state *state;
    PyObject *module = PyModule_Create(&kernels_module);
    if (module == NULL)
        return NULL;
    state = get_kernels_state(module);
    state->names = PyList_New(0);
    if (state->names == NULL || choose(state) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
