/* Functions of a library that is part of the module: one complains when it is called again, one keeps quiet. */
#include <Python.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_DIGITS 4

static long digits = 2;
static char *room;

static void
set_digits(long number)
{
    static int is_set = 0;

    if (is_set) {
        fprintf(stderr, "warning: the number of digits is set already\n");
        return;
    }
    digits = number;
    is_set = 1;
}

static void
make_room(void)
{
    static int is_made = 0;

    if (is_made) {
        return;
    }
    room = malloc(80);
    is_made = 1;
}

static int
by_digits(const void *left, const void *right)
{
    return (*(const int *)left - *(const int *)right) / (int)digits + (room == NULL);
}

static PyObject *
sorted_first(PyObject *module, PyObject *ignored)
{
    int values[] = {3, 1, 2};

    qsort(values, 3, sizeof(int), by_digits);
    return PyErr_NewException("module.First", NULL, NULL);
}

static PyMethodDef module_methods[] = {
    {"sorted_first", sorted_first, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int module_exec(PyObject *module);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL}
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = 0,
    .m_methods = module_methods,
    .m_slots = module_slots,
};

/* Others may use digits when another module is initialised. */
static int digits_set;

static int
module_exec(PyObject *Py_UNUSED(module))
{
    if (!digits_set) {
        set_digits(LEAST_DIGITS);
        digits_set = 1;
    }
    make_room();
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
