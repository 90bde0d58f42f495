#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#  define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

/* Dates without a calendar: days since an epoch. */

typedef struct {
        PyObject_HEAD
        int days;
} DayObject;

typedef struct {
        PyTypeObject *Day_Type;
        PyTypeObject *Span_Type;
        PyObject *DayError;
} check_macro_in_helpers_state;

static inline check_macro_in_helpers_state *
get_check_macro_in_helpers_state(PyObject *module)
{
        void *state = PyModule_GetState(module);
        assert(state != NULL);
        return (check_macro_in_helpers_state *)state;
}

static inline check_macro_in_helpers_state *
get_check_macro_in_helpers_state_by_type(PyTypeObject *type)
{
        void *state = PyType_GetModuleState(type);
        assert(state != NULL);
        return (check_macro_in_helpers_state *)state;
}

#define Day_Check(state, op)           (Py_TYPE(op) == (state)->Day_Type)
#define Span_CheckExact(state, op)     Py_IS_TYPE((op), (state)->Span_Type)
#define DAYS(op)                (((DayObject *)(op))->days)
/* A macro that uses a macro that uses a type. */
#define Day_OR_SPAN(state, op)         (Day_Check(state, op) || Span_CheckExact(state, op))
#define RAISE(state, text) \
        do { PyErr_SetString((state)->DayError, (text)); return NULL; } while (0)

/* depth 3 */
static int
days_of(check_macro_in_helpers_state *state, PyObject *op, int *days)
{
        if (!Day_OR_SPAN(state, op)) {
                PyErr_Format(state->DayError, "neither day nor span: %R", op);
                return -1;
        }
        *days = DAYS(op);
        return 0;
}

/* depth 2 */
static int
difference(check_macro_in_helpers_state *state, PyObject *left, PyObject *right, int *result)
{
        int a, b;

        if (days_of(state, left, &a) < 0 || days_of(state, right, &b) < 0)
                return -1;
        *result = a - b;
        return 0;
}

/* depth 1 */
static PyObject *
make_span(check_macro_in_helpers_state *state, PyObject *left, PyObject *right)
{
        DayObject *span;
        int days;

        if (difference(state, left, right, &days) < 0)
                return NULL;
        span = (DayObject *)state->Span_Type->tp_alloc(state->Span_Type, 0);
        if (span != NULL)
                span->days = days;
        return (PyObject *)span;
}

static PyObject *
mod_between(PyObject *self, PyObject *args)
{
        check_macro_in_helpers_state *state = get_check_macro_in_helpers_state(self);
        PyObject *left, *right;

        if (!PyArg_UnpackTuple(args, "between", 2, 2, &left, &right))
                return NULL;
        return make_span(state, left, right);
}

static PyObject *
mod_is_day(PyObject *self, PyObject *arg)
{
        check_macro_in_helpers_state *state = get_check_macro_in_helpers_state(self);

        return PyBool_FromLong(Day_Check(state, arg));
}

static int
day_init(PyObject *self, PyObject *args, PyObject *kwds)
{
        return PyArg_ParseTuple(args, "i", &DAYS(self)) ? 0 : -1;
}

static PyObject *
day_later(PyObject *self, PyObject *span)
{
        check_macro_in_helpers_state *state =
                get_check_macro_in_helpers_state_by_type(Py_TYPE(self));
        DayObject *later;

        if (!Span_CheckExact(state, span))
                RAISE(state, "only a span can be added");
        later = (DayObject *)Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);
        if (later != NULL)
                later->days = DAYS(self) + DAYS(span);
        return (PyObject *)later;
}

static void
day_dealloc(PyObject *self)
{
        PyTypeObject *tp = Py_TYPE(self);

        tp->tp_free(self);
        Py_DECREF(tp);
}

static PyObject *
day_number(PyObject *self)
{
        return PyLong_FromLong(DAYS(self));
}

static PyMethodDef day_methods[] = {
        {"later", day_later, METH_O, NULL},
        {NULL, NULL}
};

static PyType_Slot Day_slots[] = {
        {Py_tp_init, day_init},
        {Py_tp_new, PyType_GenericNew},
        {Py_tp_dealloc, day_dealloc},
        {Py_tp_methods, day_methods},
        {Py_nb_index, day_number},
        {0, NULL},
};

static PyType_Spec Day_spec = {
        .name = "check_macro_in_helpers.Day",
        .basicsize = sizeof(DayObject),
        .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
        .slots = Day_slots,
};

/* Protocols 0 and 1 would write what nobody can read. */
static PyObject *
Span_reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
        PyErr_Format(PyExc_TypeError, "cannot pickle '%.100s' object", Py_TYPE(self)->tp_name);
        return NULL;
}

static PyMethodDef Span_methods[] = {
        {"__reduce__", Span_reduce, METH_NOARGS, NULL},
        {NULL}
};

static PyType_Slot Span_slots[] = {
        {Py_tp_dealloc, day_dealloc},
        {Py_nb_index, day_number},
        {Py_tp_methods, Span_methods},
        {0, NULL},
};

static PyType_Spec Span_spec = {
        .name = "check_macro_in_helpers.Span",
        .basicsize = sizeof(DayObject),
        .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                  Py_TPFLAGS_IMMUTABLETYPE),
        .slots = Span_slots,
};

static PyMethodDef functions[] = {
        {"between", mod_between, METH_VARARGS, "between(later, earlier) -> Span"},
        {"is_day", mod_is_day, METH_O, NULL},
        {NULL, NULL}
};

static int
check_macro_in_helpers_traverse(PyObject *module, visitproc visit, void *arg)
{
        check_macro_in_helpers_state *state = get_check_macro_in_helpers_state(module);
        Py_VISIT(state->Day_Type);
        Py_VISIT(state->Span_Type);
        Py_VISIT(state->DayError);
        return 0;
}

static int
check_macro_in_helpers_clear(PyObject *module)
{
        check_macro_in_helpers_state *state = get_check_macro_in_helpers_state(module);
        Py_CLEAR(state->Day_Type);
        Py_CLEAR(state->Span_Type);
        Py_CLEAR(state->DayError);
        return 0;
}

static void
check_macro_in_helpers_free(void *module)
{
        check_macro_in_helpers_clear((PyObject *)module);
}

static int check_macro_in_helpers_exec(PyObject *m);

static PyModuleDef_Slot check_macro_in_helpers_slots[] = {
        {Py_mod_exec, check_macro_in_helpers_exec},
#if PY_VERSION_HEX >= 0x030C0000
        {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
        {0, NULL}
};

static struct PyModuleDef daymodule = {
        PyModuleDef_HEAD_INIT, "check_macro_in_helpers", NULL,
        sizeof(check_macro_in_helpers_state), functions,
        check_macro_in_helpers_slots, check_macro_in_helpers_traverse,
        check_macro_in_helpers_clear, check_macro_in_helpers_free
};

static int
check_macro_in_helpers_exec(PyObject *m)
{
        check_macro_in_helpers_state *state = get_check_macro_in_helpers_state(m);

        state->Day_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Day_spec, NULL);
        if (state->Day_Type == NULL)
                return -1;
        state->Span_Type = (PyTypeObject *)PyType_FromModuleAndSpec(m, &Span_spec, NULL);
        if (state->Span_Type == NULL)
                return -1;
#if PY_VERSION_HEX < 0x030A0000
        /* Py_TPFLAGS_DISALLOW_INSTANTIATION */
        state->Span_Type->tp_new = NULL;
#endif
        state->DayError = PyErr_NewException("check_macro_in_helpers.DayError", PyExc_TypeError,
                                             NULL);
        if (state->DayError == NULL)
                goto fail;
        Py_INCREF(state->DayError);
        if (PyModule_AddObject(m, "DayError", state->DayError) < 0)
                goto fail;
        Py_INCREF(state->Day_Type);
        if (PyModule_AddObject(m, "Day", (PyObject *)state->Day_Type) < 0)
                goto fail;
        return 0;
fail:
        return -1;
}

PyMODINIT_FUNC
PyInit_check_macro_in_helpers(void)
{
        return PyModuleDef_Init(&daymodule);
}
