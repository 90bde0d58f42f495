/* INIT_NAME makes a variable's name and a string of what it is given: it doesn't mean the function. */
#include <Python.h>

static PyObject *py_pop, *py_push;

static int
init_names(void)
{
#define INIT_NAME(N) py_ ## N = PyUnicode_InternFromString(#N); \
    if (py_ ## N == NULL) return -1
    INIT_NAME(pop);
    INIT_NAME(push);
#undef INIT_NAME
    return 0;
}

static PyObject *
pop(PyObject *stack)
{
    return PyObject_CallMethodObjArgs(stack, py_pop, NULL);
}

static PyObject *
take(PyObject *module, PyObject *stack)
{
    return pop(stack);
}

static PyObject *
give(PyObject *module, PyObject *stack)
{
    return PyObject_CallMethodObjArgs(stack, py_push, Py_None, NULL);
}

static PyMethodDef stack_methods[] = {
    {"take", take, METH_O, NULL},
    {"give", give, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef stack_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stack",
    .m_size = -1,
    .m_methods = stack_methods,
};

PyMODINIT_FUNC
PyInit_stack(void)
{
    if (init_names() < 0)
        return NULL;
    return PyModule_Create(&stack_module);
}
