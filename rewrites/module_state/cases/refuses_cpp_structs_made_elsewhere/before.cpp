#include <Python.h>

// Structs that callbacks are given: of each, an object may exist that nobody could give the state.

void library_calls(void (*callback)(void *), void *data);

static PyObject *AllocatedError;
static PyObject *ReturnedError;
static PyObject *EmbeddedError;
static PyObject *TemporaryError;
static PyObject *HandingError;
static PyObject *GuardedError;
static PyObject *PassedError;
static PyObject *AliasedError;

struct allocated_data { PyObject *list; };
struct returned_data { PyObject *list; };
struct embedded_data { PyObject *list; };
struct temporary_data { PyObject *list; };
struct passed_data { PyObject *list; };
struct aliased_data { PyObject *list; };

struct derived_data : embedded_data { int count; };

static void
on_handing(void *data);

struct handing_data {
    explicit handing_data(PyObject *given) : list(given) { library_calls(on_handing, this); }
    PyObject *list;
};

struct guarded_data {
    explicit guarded_data(PyObject *given) : list(given) {}
    PyObject *get() const { return list; }

  private:
    PyObject *list;
};

static void
on_allocated(void *data)
{
    PyList_Append(((allocated_data *)data)->list, AllocatedError);
}

static void
on_returned(void *data)
{
    PyList_Append(((returned_data *)data)->list, ReturnedError);
}

static void
on_embedded(void *data)
{
    PyList_Append(((embedded_data *)data)->list, EmbeddedError);
}

static void
on_temporary(void *data)
{
    PyList_Append(((temporary_data *)data)->list, TemporaryError);
}

static void
on_handing(void *data)
{
    PyList_Append(((handing_data *)data)->list, HandingError);
}

static void
on_guarded(void *data)
{
    PyList_Append(((guarded_data *)data)->get(), GuardedError);
}

static void
on_passed(void *data)
{
    PyList_Append(((passed_data *)data)->list, PassedError);
}

static void
on_aliased(void *data)
{
    PyList_Append(((aliased_data *)data)->list, AliasedError);
}

static returned_data
made(PyObject *list)
{
    return {list};
}

static void
pass(passed_data data)
{
    library_calls(on_passed, &data);
}

static void
call(const temporary_data *data)
{
    library_calls(on_temporary, const_cast<temporary_data *>(data));
}

static PyObject *
execute(PyObject *module, PyObject *arg)
{
    allocated_data *allocated = new allocated_data;
    allocated->list = arg;
    library_calls(on_allocated, allocated);
    delete allocated;
    auto returned = made(arg);
    library_calls(on_returned, &returned);
    derived_data derived;
    derived.list = arg;
    library_calls(on_embedded, static_cast<embedded_data *>(&derived));
    const temporary_data &temporary = temporary_data{arg};
    call(&temporary);
    handing_data handing(arg);
    guarded_data guarded(arg);
    library_calls(on_guarded, &guarded);
    pass({arg});
    using alias = aliased_data;
    alias aliased{arg}, other = aliased;
    library_calls(on_aliased, new alias(other));
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"execute", execute, METH_O, NULL},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "module", NULL, -1, methods, NULL, NULL, NULL, NULL
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;
    AllocatedError = PyErr_NewException("module.AllocatedError", NULL, NULL);
    ReturnedError = PyErr_NewException("module.ReturnedError", NULL, NULL);
    EmbeddedError = PyErr_NewException("module.EmbeddedError", NULL, NULL);
    TemporaryError = PyErr_NewException("module.TemporaryError", NULL, NULL);
    HandingError = PyErr_NewException("module.HandingError", NULL, NULL);
    GuardedError = PyErr_NewException("module.GuardedError", NULL, NULL);
    PassedError = PyErr_NewException("module.PassedError", NULL, NULL);
    AliasedError = PyErr_NewException("module.AliasedError", NULL, NULL);
    return module;
}
