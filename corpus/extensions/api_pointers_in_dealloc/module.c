#include <Python.h>

/* Calendars keep dates, whose type they know by the C API of datetime. */

static void **dates;
static PyObject *error_text;
static Py_ssize_t let_go;       /* dates that went with their calendars */

#define DATE_CHECK(object) PyObject_TypeCheck(object, (PyTypeObject *)dates[0])

typedef struct {
    PyObject_HEAD
    PyObject *marked;
} CalendarObject;

static PyTypeObject Calendar_Type;

static void
calendar_dealloc(CalendarObject *self)
{
    if (self->marked != NULL && DATE_CHECK(self->marked))
        let_go++;
    Py_XDECREF(self->marked);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *
calendar_mark(CalendarObject *self, PyObject *date)
{
    if (!DATE_CHECK(date)) {
        PyErr_SetObject(PyExc_TypeError, error_text);
        return NULL;
    }
    Py_INCREF(date);
    Py_XSETREF(self->marked, date);
    Py_RETURN_NONE;
}

static PyObject *
calendar_copy(CalendarObject *self, PyObject *unused)
{
    CalendarObject *copy = (CalendarObject *)Calendar_Type.tp_alloc(&Calendar_Type, 0);

    if (copy == NULL)
        return NULL;
    Py_XINCREF(self->marked);
    copy->marked = self->marked;
    return (PyObject *)copy;
}

static PyMethodDef calendar_methods[] = {
    {"mark", (PyCFunction)calendar_mark, METH_O, NULL},
    {"copy", (PyCFunction)calendar_copy, METH_NOARGS, "Another calendar with the same date."},
    {NULL, NULL, 0, NULL}
};

static PyTypeObject Calendar_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "api_pointers_in_dealloc.Calendar",
    .tp_basicsize = sizeof(CalendarObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_dealloc = (destructor)calendar_dealloc,
    .tp_methods = calendar_methods,
    .tp_new = PyType_GenericNew,
};

static PyObject *
calendars_let_go(PyObject *module, PyObject *unused)
{
    return PyLong_FromSsize_t(let_go);
}

static PyMethodDef calendars_functions[] = {
    {"let_go", calendars_let_go, METH_NOARGS, "How many dates went with their calendars."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef calendars_module = {
    PyModuleDef_HEAD_INIT, "api_pointers_in_dealloc", "Calendars.", -1, calendars_functions
};

PyMODINIT_FUNC
PyInit_api_pointers_in_dealloc(void)
{
    PyObject *m;

    dates = (void **)PyCapsule_Import("datetime.datetime_CAPI", 0);
    if (dates == NULL)
        return NULL;
    error_text = PyUnicode_InternFromString("only a date can be marked");
    if (error_text == NULL)
        return NULL;
    if (PyType_Ready(&Calendar_Type) < 0)
        return NULL;
    m = PyModule_Create(&calendars_module);
    if (m == NULL)
        return NULL;
    Py_INCREF(&Calendar_Type);
    if (PyModule_AddObject(m, "Calendar", (PyObject *)&Calendar_Type) < 0) {
        Py_DECREF(&Calendar_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
