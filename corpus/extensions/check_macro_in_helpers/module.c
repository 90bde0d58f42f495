#include <Python.h>

/* Dates without a calendar: days since an epoch. */

typedef struct {
        PyObject_HEAD
        int days;
} DayObject;

static PyTypeObject Day_Type;
static PyTypeObject Span_Type;
static PyObject *DayError;

#define Day_Check(op)           (Py_TYPE(op) == &Day_Type)
#define Span_CheckExact(op)     Py_IS_TYPE((op), &Span_Type)
#define DAYS(op)                (((DayObject *)(op))->days)
/* A macro that uses a macro that uses a type. */
#define Day_OR_SPAN(op)         (Day_Check(op) || Span_CheckExact(op))
#define RAISE(text)             do { PyErr_SetString(DayError, (text)); return NULL; } while (0)

/* depth 3 */
static int
days_of(PyObject *op, int *days)
{
        if (!Day_OR_SPAN(op)) {
                PyErr_Format(DayError, "neither day nor span: %R", op);
                return -1;
        }
        *days = DAYS(op);
        return 0;
}

/* depth 2 */
static int
difference(PyObject *left, PyObject *right, int *result)
{
        int a, b;

        if (days_of(left, &a) < 0 || days_of(right, &b) < 0)
                return -1;
        *result = a - b;
        return 0;
}

/* depth 1 */
static PyObject *
make_span(PyObject *left, PyObject *right)
{
        DayObject *span;
        int days;

        if (difference(left, right, &days) < 0)
                return NULL;
        span = PyObject_New(DayObject, &Span_Type);
        if (span != NULL)
                span->days = days;
        return (PyObject *)span;
}

static PyObject *
mod_between(PyObject *self, PyObject *args)
{
        PyObject *left, *right;

        if (!PyArg_UnpackTuple(args, "between", 2, 2, &left, &right))
                return NULL;
        return make_span(left, right);
}

static PyObject *
mod_is_day(PyObject *self, PyObject *arg)
{
        return PyBool_FromLong(Day_Check(arg));
}

static int
day_init(PyObject *self, PyObject *args, PyObject *kwds)
{
        return PyArg_ParseTuple(args, "i", &DAYS(self)) ? 0 : -1;
}

static PyObject *
day_later(PyObject *self, PyObject *span)
{
        DayObject *later;

        if (!Span_CheckExact(span))
                RAISE("only a span can be added");
        later = PyObject_New(DayObject, Py_TYPE(self));
        if (later != NULL)
                later->days = DAYS(self) + DAYS(span);
        return (PyObject *)later;
}

static void
day_dealloc(PyObject *self)
{
        PyObject_Del(self);
}

static PyObject *
day_number(PyObject *self)
{
        return PyLong_FromLong(DAYS(self));
}

static PyNumberMethods day_as_number = {.nb_index = day_number};

static PyMethodDef day_methods[] = {
        {"later", day_later, METH_O, NULL},
        {NULL, NULL}
};

static PyTypeObject Day_Type = {
        PyVarObject_HEAD_INIT(NULL, 0)
        .tp_name = "check_macro_in_helpers.Day",
        .tp_basicsize = sizeof(DayObject),
        .tp_flags = Py_TPFLAGS_DEFAULT,
        .tp_init = day_init,
        .tp_new = PyType_GenericNew,
        .tp_dealloc = day_dealloc,
        .tp_as_number = &day_as_number,
        .tp_methods = day_methods,
};

static PyTypeObject Span_Type = {
        PyVarObject_HEAD_INIT(NULL, 0)
        .tp_name = "check_macro_in_helpers.Span",
        .tp_basicsize = sizeof(DayObject),
        .tp_flags = Py_TPFLAGS_DEFAULT,
        .tp_dealloc = day_dealloc,
        .tp_as_number = &day_as_number,
};

static PyMethodDef functions[] = {
        {"between", mod_between, METH_VARARGS, "between(later, earlier) -> Span"},
        {"is_day", mod_is_day, METH_O, NULL},
        {NULL, NULL}
};

static struct PyModuleDef daymodule = {
        PyModuleDef_HEAD_INIT, "check_macro_in_helpers", NULL, -1, functions
};

PyMODINIT_FUNC
PyInit_check_macro_in_helpers(void)
{
        PyObject *m;

        if (PyType_Ready(&Day_Type) < 0 || PyType_Ready(&Span_Type) < 0)
                return NULL;
        m = PyModule_Create(&daymodule);
        if (m == NULL)
                return NULL;
        DayError = PyErr_NewException("check_macro_in_helpers.DayError", PyExc_TypeError, NULL);
        if (DayError == NULL)
                goto fail;
        Py_INCREF(DayError);
        if (PyModule_AddObject(m, "DayError", DayError) < 0)
                goto fail;
        Py_INCREF(&Day_Type);
        if (PyModule_AddObject(m, "Day", (PyObject *)&Day_Type) < 0)
                goto fail;
        return m;
fail:
        Py_DECREF(m);
        return NULL;
}
