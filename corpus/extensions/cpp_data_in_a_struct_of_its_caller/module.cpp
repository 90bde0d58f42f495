#include <Python.h>
#include <ctype.h>

// Callbacks of a library from before void *, given structs with constructors, or filled member by member.

typedef struct {
    PyObject_HEAD
    long amount;
} Crate;

extern PyTypeObject Crate_Type;

static PyObject *StockError;

static PyObject *
new_crate(long amount)
{
    if (PyType_Ready(&Crate_Type) < 0)
        return NULL;

    Crate *crate = PyObject_New(Crate, &Crate_Type);
    if (crate == NULL)
        return NULL;
    crate->amount = amount;
    return (PyObject *)crate;
}

struct Collecting {
    explicit Collecting(PyObject *list) : found(list) { Py_INCREF(found); }
    ~Collecting() { Py_DECREF(this->found); }

    PyObject *found;
};

class Amount {
  public:
    Amount() = default;
    Amount(Amount &&) = default;
    Amount &operator=(Amount &&) = default;
    long number = 0;
};

struct Counting {
    long sum;
    bool is_broken;
};

typedef void (*visitor)(unsigned char *user, PyObject *item);

static void
each_of(PyObject *list, visitor visit, unsigned char *user)
{
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); i++)
        visit(user, PyList_GET_ITEM(list, i));
}

static void
collect(unsigned char *user, PyObject *item)
{
    Amount amount;
    Collecting *collecting;

    amount.number = PyLong_AsLong(item);
    collecting = (Collecting *)user;
    if (PyList_GET_SIZE(collecting->found) > 1000 || PyErr_Occurred())
        return;
    PyObject *crate = new_crate(amount.number);
    if (crate != NULL) {
        PyList_Append(collecting->found, crate);
        Py_DECREF(crate);
    }
}

static void
count(unsigned char *user, PyObject *item)
{
    Counting *counting = reinterpret_cast<Counting *>(user);
    if (counting->is_broken)
        return;
    if (Py_TYPE(item) == &Crate_Type) {
        counting->sum += ((Crate *)item)->amount;
        return;
    }
    counting->is_broken = true;
    PyErr_SetString(StockError, "not a crate");
}

static PyObject *
crates(PyObject *, PyObject *list)
{
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    PyObject *found = PyList_New(0);
    if (found == NULL)
        return NULL;
    Collecting collecting(found);
    Py_ssize_t before = PyList_GET_SIZE(list);
    each_of(list, collect, (unsigned char *)&collecting);
    if (PyErr_Occurred() || before != PyList_GET_SIZE(list))
        Py_CLEAR(found);
    return found;
}

// The library has a function of that name too.
static PyObject *
isalpha(PyObject *, PyObject *list)
{
    Counting counting;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    counting.sum = isalpha('7');
    counting.is_broken = false;
    each_of(list, count, reinterpret_cast<unsigned char *>(&counting));
    return PyErr_Occurred() ? NULL : PyLong_FromLong(counting.sum);
}

PyTypeObject Crate_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "cpp_data_in_a_struct_of_its_caller.Crate",  // tp_name
    sizeof(Crate),  // tp_basicsize
};

static PyMethodDef methods[] = {
    {"crates", crates, METH_O, NULL},
    {"isalpha", isalpha, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cpp_data_in_a_struct_of_its_caller", NULL, -1, methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_cpp_data_in_a_struct_of_its_caller(void)
{
    Crate_Type.tp_flags = Py_TPFLAGS_DEFAULT;
    if (PyType_Ready(&Crate_Type) < 0)
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    StockError = PyErr_NewException("cpp_data_in_a_struct_of_its_caller.StockError", NULL, NULL);
    Py_XINCREF(StockError);
    if (PyModule_AddObject(module, "StockError", StockError) < 0) {
        Py_XDECREF(StockError);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
