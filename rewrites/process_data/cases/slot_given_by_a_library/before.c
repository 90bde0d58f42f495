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

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = -1,
    .m_methods = module_methods,
};

static int
make_slot(void)
{
    counted = 0;
    if (pthread_key_create(&counted, NULL) != 0)
        return 0;
    return 1;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&module_def);

    if (module == NULL)
        return NULL;
    if (!make_slot()) {
        Py_DECREF(module);
        return PyErr_NoMemory();
    }
    return module;
}
