/* Fields stand in the columns of the struct that is there, and parameters on lines of their own as others do. */
#include <Python.h>

typedef struct
{
    PyTypeObject*   Shelf_Type;
    PyObject*       hook;
    int             is_ready;
    /* Strings, used to call methods */
    PyObject*       str_put;   /* text of a call */
    PyObject*       str_take;  /* of another call */

    PyObject*       str_lent;
} shelf_module_state;

#define _shelf_state(o) ((shelf_module_state*)PyModule_GetState(o))

static inline shelf_module_state *
_shelf_state_by_type(PyTypeObject *type)
{
    void *state = PyType_GetModuleState(type);
    assert(state != NULL);
    return (shelf_module_state *)state;
}

static struct PyModuleDef shelf_def;

static PyObject *
moved(shelf_module_state *state,
      PyObject* shelf,
      PyObject* from,
      PyObject* thing)
{
    PyObject *taken = PyObject_CallMethodObjArgs(from, state->str_take, thing, NULL);
    if (taken == NULL)
        return NULL;
    Py_DECREF(taken);
    return PyObject_CallMethodObjArgs(shelf, state->str_put, thing, state->str_lent,
                                      NULL);
}

static PyObject *
counted(shelf_module_state *state,
        PyObject* shelf,
        PyObject* thing)
{
    return PyObject_CallMethodObjArgs(shelf, state->str_put, thing, NULL);
}

static PyObject *
Shelf_move(PyObject *self, PyObject *args)
{
    shelf_module_state *state = _shelf_state_by_type(Py_TYPE(self));
    PyObject *from, *thing, *found;

    if (!PyArg_ParseTuple(args, "OO", &from, &thing))
        return NULL;
    found = counted(state, self, thing);
    if (found == NULL)
        return NULL;
    Py_DECREF(found);
    return moved(state,
                 self,
                 from,
                 thing);
}

static PyMethodDef Shelf_methods[] = {
    {"move", Shelf_move, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static PyType_Slot Shelf_slots[] = {
    {Py_tp_methods, Shelf_methods},
    {0, NULL}
};

static PyType_Spec Shelf_spec = {
    .name = "shelf.Shelf",
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Shelf_slots,
};

static int
shelf_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(_shelf_state(module)->str_put);
    Py_VISIT(_shelf_state(module)->str_take);
    Py_VISIT(_shelf_state(module)->str_lent);
    Py_VISIT(_shelf_state(module)->Shelf_Type);
    Py_VISIT(_shelf_state(module)->hook);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    Py_CLEAR(_shelf_state(module)->str_put);
    Py_CLEAR(_shelf_state(module)->str_take);
    Py_CLEAR(_shelf_state(module)->str_lent);
    Py_CLEAR(_shelf_state(module)->Shelf_Type);
    Py_CLEAR(_shelf_state(module)->hook);
    return 0;
}

static int
shelf_exec(PyObject *module)
{
    shelf_module_state *rec = _shelf_state(module);

    rec->str_put = PyUnicode_InternFromString("put");
    rec->str_take = PyUnicode_InternFromString("take");
    rec->str_lent = PyUnicode_InternFromString("lent");
    if (rec->str_put == NULL || rec->str_take == NULL || rec->str_lent == NULL)
        return -1;
    rec->Shelf_Type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &Shelf_spec, NULL);
    if (rec->Shelf_Type == NULL)
        return -1;
    return PyModule_AddType(module, rec->Shelf_Type);
}

static PyModuleDef_Slot shelf_slots[] = {
    {Py_mod_exec, shelf_exec},
    {0, NULL}
};

static void
shelfmodule_free(void *module)
{
    shelf_clear((PyObject *)module);
}

static struct PyModuleDef shelf_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_module_state),
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
    .m_free = shelfmodule_free,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_def);
}
