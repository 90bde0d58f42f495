#include <Python.h>

static PyObject *separator;
static PyObject *join_name;

namespace {

class Writer {
public:
    Writer(PyObject *target);
    explicit Writer(const char *text) : target(PyUnicode_FromString(text)), owned(true) {}
    ~Writer() { if (owned) { Py_XDECREF(target); } }

    PyObject *join(PyObject *items) const;

    template <typename Visitor>
    void visit(Visitor &visitor) { visitor(target); }

private:
    PyObject *target;
    bool owned;
};

Writer::Writer(PyObject *target)
    : target(target),
      owned(false)
{
}

PyObject *
Writer::join(PyObject *items) const
{
    if (target == NULL) {
        return NULL;
    }
    return PyObject_CallMethodObjArgs(target, join_name, items, NULL);
}

template <typename Items>
PyObject *
joined(Items *items, int twice = 0)
{
    PyObject *first = Writer(::separator).join(items);
    if (twice && first != NULL) {
        Py_DECREF(first);
        return joined<Items>(items, 0);
    }
    return first;
}

}  // namespace

static PyObject *
join(PyObject *self, PyObject *items)
{
    return joined(items, 1);
}

static PyObject *
dashed(PyObject *self, PyObject *items)
{
    Writer writer{"-"};
    auto run = [&](PyObject *what) { return writer.join(what); };
    return run(items);
}

static PyObject *
separated(PyObject *self, PyObject *unused)
{
    auto twice = [&]() { return PyUnicode_Concat(separator, separator); };
    return twice();
}

static PyMethodDef functions[] = {
    {"join", join, METH_O, NULL},
    {"dashed", dashed, METH_O, NULL},
    {"separated", separated, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, functions, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    separator = PyUnicode_FromString(", ");
    join_name = PyUnicode_InternFromString("join");
    if (separator == NULL || join_name == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
