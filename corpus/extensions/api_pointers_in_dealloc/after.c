#include <Python.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Calendars keep dates, whose type they know by the C API of datetime. */

static void **dates;

typedef struct {
    PyObject *error_text;
    PyTypeObject *Calendar_Type;
} api_pointers_in_dealloc_state;

static inline api_pointers_in_dealloc_state *
get_api_pointers_in_dealloc_state(PyObject *module)
{
    void *state = PyModule_GetState(module);
    assert(state != NULL);
    return (api_pointers_in_dealloc_state *)state;
}

static inline api_pointers_in_dealloc_state *
get_api_pointers_in_dealloc_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (api_pointers_in_dealloc_state *)state;
}

static Py_ssize_t let_go;       /* dates that went with their calendars */

#define DATE_CHECK(object) PyObject_TypeCheck(object, (PyTypeObject *)dates[0])

typedef struct {
    PyObject_HEAD
    PyObject *marked;
} CalendarObject;

static int
calendar_traverse(CalendarObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
calendar_dealloc(CalendarObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);

    PyObject_GC_UnTrack(self);
    if (self->marked != NULL && DATE_CHECK(self->marked))
        let_go++;
    Py_XDECREF(self->marked);
    tp->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyObject *
calendar_mark(CalendarObject *self, PyObject *date)
{
    if (!DATE_CHECK(date)) {
        api_pointers_in_dealloc_state *state =
            get_api_pointers_in_dealloc_state_by_type(Py_TYPE(self));

        PyErr_SetObject(PyExc_TypeError, state->error_text);
        return NULL;
    }
    Py_INCREF(date);
    Py_XSETREF(self->marked, date);
    Py_RETURN_NONE;
}

static PyObject *
calendar_copy(CalendarObject *self, PyObject *unused)
{
    api_pointers_in_dealloc_state *state =
        get_api_pointers_in_dealloc_state_by_type(Py_TYPE(self));
    CalendarObject *copy =
        (CalendarObject *)state->Calendar_Type->tp_alloc(state->Calendar_Type, 0);

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

static PyType_Slot Calendar_slots[] = {
    {Py_tp_dealloc, calendar_dealloc},
    {Py_tp_methods, calendar_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, calendar_traverse},
    {0, NULL},
};

static PyType_Spec Calendar_spec = {
    .name = "api_pointers_in_dealloc.Calendar",
    .basicsize = sizeof(CalendarObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
              Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Calendar_slots,
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

static int
api_pointers_in_dealloc_traverse(PyObject *module, visitproc visit, void *arg)
{
    api_pointers_in_dealloc_state *state = get_api_pointers_in_dealloc_state(module);
    Py_VISIT(state->error_text);
    Py_VISIT(state->Calendar_Type);
    return 0;
}

static int
api_pointers_in_dealloc_clear(PyObject *module)
{
    api_pointers_in_dealloc_state *state = get_api_pointers_in_dealloc_state(module);
    Py_CLEAR(state->error_text);
    Py_CLEAR(state->Calendar_Type);
    return 0;
}

static void
api_pointers_in_dealloc_free(void *module)
{
    api_pointers_in_dealloc_clear((PyObject *)module);
}

static int api_pointers_in_dealloc_exec(PyObject *m);

static PyModuleDef_Slot api_pointers_in_dealloc_slots[] = {
    {Py_mod_exec, api_pointers_in_dealloc_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static struct PyModuleDef calendars_module = {
    PyModuleDef_HEAD_INIT, "api_pointers_in_dealloc", "Calendars.",
    sizeof(api_pointers_in_dealloc_state), calendars_functions,
    api_pointers_in_dealloc_slots, api_pointers_in_dealloc_traverse,
    api_pointers_in_dealloc_clear, api_pointers_in_dealloc_free
};

static int
api_pointers_in_dealloc_exec(PyObject *m)
{
    api_pointers_in_dealloc_state *state = get_api_pointers_in_dealloc_state(m);

    dates = (void **)PyCapsule_Import("datetime.datetime_CAPI", 0);
    if (dates == NULL)
        return -1;
    state->error_text = PyUnicode_InternFromString("only a date can be marked");
    if (state->error_text == NULL)
        return -1;
    state->Calendar_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(m, &Calendar_spec, NULL);
    if (state->Calendar_Type == NULL)
        return -1;
    Py_INCREF(state->Calendar_Type);
    if (PyModule_AddObject(m, "Calendar", (PyObject *)state->Calendar_Type) < 0) {
        Py_DECREF(state->Calendar_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_api_pointers_in_dealloc(void)
{
    return PyModuleDef_Init(&calendars_module);
}
