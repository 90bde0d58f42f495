/* The last result and its key are kept together, with what is counted: in a struct that the variable defines itself,
 * and in one of a type that has its name. */

#include <Python.h>

typedef struct {
    PyObject *key;
    long hits;
} Pair;

struct shape {
    Pair pair;
    PyTypeObject *type;
    const char *name;
};

static struct {
    PyObject *last;         /* what was asked for last */
    PyObject *names[2];
    Py_ssize_t count;
} cache = {NULL, {NULL, NULL}, 0};

/* Where results come from. */
static struct shape origin = {{NULL, 0}, .name = "nowhere"};

#define ORIGIN_NAME() (origin.type == NULL ? origin.name : origin.type->tp_name)

static PyObject *
keep(PyObject *self, PyObject *arg)
{
    PyTypeObject *type = Py_TYPE(arg);

    Py_INCREF(arg);
    Py_XSETREF(cache.last, arg);
    Py_INCREF(type);
    Py_XDECREF(origin.type);
    origin.type = type;
    cache.count++;
    return PyUnicode_FromString(ORIGIN_NAME());
}

static PyObject *
last(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    if (cache.last == NULL) {
        return Py_NewRef(cache.names[cache.count > 0]);
    }
    origin.pair.hits += 1;
    return PyTuple_Pack(3, origin.pair.key, cache.names[0], cache.last);
}

static PyMethodDef functions[] = {{"keep", keep, METH_O, NULL}, {"last", last, METH_NOARGS, NULL}, {NULL}};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, functions};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&def);

    if (m == NULL)
        return NULL;
    cache.names[0] = PyUnicode_InternFromString("first");
    cache.names[1] = PyUnicode_InternFromString("later");
    origin.pair.key = PyUnicode_FromString("key");
    if (cache.names[0] == NULL || cache.names[1] == NULL || origin.pair.key == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
