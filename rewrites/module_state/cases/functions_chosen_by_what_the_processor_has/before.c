#include <Python.h>

#define HAVE(level) (features >= (level) && names)
#define CHOOSE(name) \
    (HAVE(2) ? (functions.name = name##_best) : HAVE(1) ? (functions.name = name##_wide) : (functions.name = name##_plain))
#define KERNEL(name) \
    static int name##_plain(int a) { return a; } \
    static int name##_wide(int a) { return a + 1; } \
    static int name##_best(int a) { return a + 2; }

static int features;
static PyObject *names;
static struct {
    int (*add)(int), (*sub)(int), (*mul)(int);
    int (*div)(int), (*mod)(int), (*neg)(int), (*abs)(int);
    int (*min)(int), (*max)(int);
} functions;

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
choose(void)
{
    CHOOSE(add);
    CHOOSE(sub);
    CHOOSE(mul);
    CHOOSE(div);
    CHOOSE(mod);
    CHOOSE(neg);
    CHOOSE(abs);
    CHOOSE(min);
    CHOOSE(max);
    return 0;
}

static PyObject *
use(PyObject *self, PyObject *unused)
{
    return Py_BuildValue("Oi", names, functions.add(features));
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef kernels_module = {PyModuleDef_HEAD_INIT, "kernels", NULL, -1, methods};

PyMODINIT_FUNC
PyInit_kernels(void)
{
    PyObject *module = PyModule_Create(&kernels_module);
    if (module == NULL)
        return NULL;
    names = PyList_New(0);
    if (names == NULL || choose() < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
