#include <Python.h>

#define COUNT 3
#define CLASS(number) classes[number]

static PyObject **names;
static PyObject **classes;
static PyObject **numbers = NULL;
/* How many names there are. */
static int n_names;

static const char *const known[] = {"one", "two", "three", NULL};

static PyObject *
name_of(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number < 0 || number >= n_names)
        return PyErr_Format(CLASS(0), "no such name");
    Py_INCREF(names[number]);
    return names[number];
}

static PyObject *
number_of(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);

    if (number < 0 || number >= COUNT || numbers[number] == NULL) {
        PyErr_SetString(CLASS(1), "no such number");
        return NULL;
    }
    return PyNumber_Absolute(numbers[number]);
}

static PyMethodDef functions[] = {
    {"name_of", name_of, METH_O, NULL},
    {"number_of", number_of, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
make_names(void)
{
    int i, n = 0;

    while (known[n] != NULL)
        n++;
    n_names = n;
    names = PyMem_New(PyObject *, n_names + 1);
    if (names == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < n_names; i++) {
        if ((names[i] = PyUnicode_InternFromString(known[i])) == NULL)
            return -1;
    }
    return 0;
}

static int
make_classes(PyObject *module)
{
    const size_t count = Py_ARRAY_LENGTH(known) - 1;
    size_t i;

    if (!(classes = (PyObject **)PyMem_Malloc(sizeof(*classes) * count))) {
        PyErr_NoMemory();
        return -1;
    }
    for (i = 0; i < count; i++) {
        char name[20];

        snprintf(name, sizeof(name), "module.%s", known[i]);
        classes[i] = PyErr_NewException(name, PyExc_LookupError, NULL);
        if (classes[i] == NULL)
            return -1;
        Py_INCREF(classes[i]);
        if (PyModule_AddObject(module, known[i], classes[i]) < 0)
            return -1;
    }
    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    int i;

    if (module == NULL)
        return NULL;
    if (make_names() < 0 || make_classes(module) < 0)
        goto error;
    numbers = calloc(COUNT, sizeof(PyObject *));
    if (numbers == NULL) {
        PyErr_NoMemory();
        goto error;
    }
    for (i = 0; i < COUNT; i++) {
        PyObject *number = PyLong_FromLong(1000 + i);

        if (number == NULL)
            goto error;
        numbers[i] = number;
    }
    return module;

error:
    Py_DECREF(module);
    return NULL;
}
