/* A library gives a number to whoever asks: another one for each module, and a callback knows one for all. */
#include <Python.h>
#include <pthread.h>

static pthread_key_t counted;

static int
by_value(const void *left, const void *right)
{
    long known = (long)pthread_getspecific(counted);

    pthread_setspecific(counted, (void *)(known + 1));
    return *(const int *)left - *(const int *)right;
}

static PyObject *
count_of(PyObject *module, PyObject *ignored)
{
    int values[] = {3, 1, 2};

    qsort(values, 3, sizeof(int), by_value);
    return PyErr_NewException("module.Counted", NULL, NULL);
}

static PyMethodDef module_methods[] = {
    {"count_of", count_of, METH_NOARGS, NULL},
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

/* Others may use counted when another module is initialised. */
static int counted_set;

static int
make_slot(void)
{
    if (!counted_set) {
        counted = 0;
        if (pthread_key_create(&counted, NULL) != 0)
            return 0;
        counted_set = 1;
    }
    return 1;
}

static int
module_exec(PyObject *module)
{
    if (!make_slot()) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
