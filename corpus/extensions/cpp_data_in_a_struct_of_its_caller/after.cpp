#include <Python.h>
#include <ctype.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

// Callbacks of a library from before void *, given structs with constructors, or filled member by member.

typedef struct {
    PyObject_HEAD
    long amount;
} Crate;

typedef struct {
    PyObject *StockError;
    PyTypeObject *Crate_Type;
} cpp_data_in_a_struct_of_its_caller_state;

static inline cpp_data_in_a_struct_of_its_caller_state *
get_cpp_data_in_a_struct_of_its_caller_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (cpp_data_in_a_struct_of_its_caller_state *)state;
}

static PyObject *
new_crate(cpp_data_in_a_struct_of_its_caller_state *state, long amount)
{
    Crate *crate = (Crate *)state->Crate_Type->tp_alloc(state->Crate_Type, 0);
    if (crate == NULL)
        return NULL;
    crate->amount = amount;
    return (PyObject *)crate;
}

struct Collecting {
    explicit Collecting(PyObject *list) : found(list) { Py_INCREF(found); }
    ~Collecting() { Py_DECREF(this->found); }

    PyObject *found;
    cpp_data_in_a_struct_of_its_caller_state *state;
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
    cpp_data_in_a_struct_of_its_caller_state *state;
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
    cpp_data_in_a_struct_of_its_caller_state *state = ((Collecting *)user)->state;
    Amount amount;
    Collecting *collecting;

    amount.number = PyLong_AsLong(item);
    collecting = (Collecting *)user;
    if (PyList_GET_SIZE(collecting->found) > 1000 || PyErr_Occurred())
        return;
    PyObject *crate = new_crate(state, amount.number);
    if (crate != NULL) {
        PyList_Append(collecting->found, crate);
        Py_DECREF(crate);
    }
}

static void
count(unsigned char *user, PyObject *item)
{
    cpp_data_in_a_struct_of_its_caller_state *state = ((Counting *)user)->state;
    Counting *counting = reinterpret_cast<Counting *>(user);
    if (counting->is_broken)
        return;
    if (Py_TYPE(item) == state->Crate_Type) {
        counting->sum += ((Crate *)item)->amount;
        return;
    }
    counting->is_broken = true;
    PyErr_SetString(state->StockError, "not a crate");
}

static PyObject *
crates(PyObject *module, PyObject *list)
{
    cpp_data_in_a_struct_of_its_caller_state *state =
        get_cpp_data_in_a_struct_of_its_caller_state(module);

    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    PyObject *found = PyList_New(0);
    if (found == NULL)
        return NULL;
    Collecting collecting(found);
    collecting.state = state;
    Py_ssize_t before = PyList_GET_SIZE(list);
    each_of(list, collect, (unsigned char *)&collecting);
    if (PyErr_Occurred() || before != PyList_GET_SIZE(list))
        Py_CLEAR(found);
    return found;
}

// The library has a function of that name too.
static PyObject *
isalpha(PyObject *module, PyObject *list)
{
    cpp_data_in_a_struct_of_its_caller_state *state =
        get_cpp_data_in_a_struct_of_its_caller_state(module);
    Counting counting;
    if (!PyList_Check(list))
        return PyErr_Format(PyExc_TypeError, "a list is wanted");
    counting.state = state;
    counting.sum = isalpha('7');
    counting.is_broken = false;
    each_of(list, count, reinterpret_cast<unsigned char *>(&counting));
    return PyErr_Occurred() ? NULL : PyLong_FromLong(counting.sum);
}

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Crate_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
    return NULL;
}

static PyMethodDef Crate_methods[] = {
    {"__reduce__", Crate_reduce, METH_NOARGS, NULL},
    {NULL}
};

static PyType_Slot Crate_slots[] = {
    {Py_tp_methods, (void *)Crate_methods},
    {0, NULL}
};

static PyType_Spec Crate_spec = {
    "cpp_data_in_a_struct_of_its_caller.Crate",
    sizeof(Crate),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    Crate_slots
};

static PyMethodDef methods[] = {
    {"crates", crates, METH_O, NULL},
    {"isalpha", isalpha, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static int
cpp_data_in_a_struct_of_its_caller_traverse(PyObject *module, visitproc visit, void *arg)
{
    cpp_data_in_a_struct_of_its_caller_state *state =
        get_cpp_data_in_a_struct_of_its_caller_state(module);
    Py_VISIT(state->StockError);
    Py_VISIT(state->Crate_Type);
    return 0;
}

static int
cpp_data_in_a_struct_of_its_caller_clear(PyObject *module)
{
    cpp_data_in_a_struct_of_its_caller_state *state =
        get_cpp_data_in_a_struct_of_its_caller_state(module);
    Py_CLEAR(state->StockError);
    Py_CLEAR(state->Crate_Type);
    return 0;
}

static void
cpp_data_in_a_struct_of_its_caller_free(void *module)
{
    cpp_data_in_a_struct_of_its_caller_clear((PyObject *)module);
}

static int cpp_data_in_a_struct_of_its_caller_exec(PyObject *module);

static PyModuleDef_Slot cpp_data_in_a_struct_of_its_caller_slots[] = {
    {Py_mod_exec, (void *)cpp_data_in_a_struct_of_its_caller_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "cpp_data_in_a_struct_of_its_caller", NULL,
    sizeof(cpp_data_in_a_struct_of_its_caller_state), methods, cpp_data_in_a_struct_of_its_caller_slots,
    cpp_data_in_a_struct_of_its_caller_traverse, cpp_data_in_a_struct_of_its_caller_clear,
    cpp_data_in_a_struct_of_its_caller_free
};

static int
cpp_data_in_a_struct_of_its_caller_exec(PyObject *module)
{
    cpp_data_in_a_struct_of_its_caller_state *state =
        get_cpp_data_in_a_struct_of_its_caller_state(module);

    state->Crate_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Crate_spec, NULL);
    if (state->Crate_Type == NULL)
        return -1;
#if PY_VERSION_HEX < 0x030A0000
    /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
    state->Crate_Type->tp_new = NULL;
#endif
    state->StockError = PyErr_NewException("cpp_data_in_a_struct_of_its_caller.StockError", NULL, NULL);
    Py_XINCREF(state->StockError);
    if (PyModule_AddObject(module, "StockError", state->StockError) < 0) {
        Py_XDECREF(state->StockError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_cpp_data_in_a_struct_of_its_caller(void)
{
    return PyModuleDef_Init(&definition);
}
