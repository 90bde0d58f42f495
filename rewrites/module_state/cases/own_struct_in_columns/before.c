/* Fields stand in the columns of the struct that is there, and parameters on lines of their own as others do. */
#include <Python.h>

typedef struct
{
    PyTypeObject*   Shelf_Type;
    PyObject*       hook;
    int             is_ready;
} shelf_module_state;

#define _shelf_state(o) ((shelf_module_state*)PyModule_GetState(o))

/* Static strings, used to call methods */
static PyObject *str_put = NULL;   /* static text of a call */
static PyObject *str_take = NULL;  /* of another call */

/* static: borrowed from the first module */
static PyObject *str_lent = NULL;

static struct PyModuleDef shelf_def;

static PyObject *
moved(PyObject* shelf,
      PyObject* from,
      PyObject* thing)
{
    PyObject *taken = PyObject_CallMethodObjArgs(from, str_take, thing, NULL);
    if (taken == NULL)
        return NULL;
    Py_DECREF(taken);
    return PyObject_CallMethodObjArgs(shelf, str_put, thing, str_lent, NULL);
}

static PyObject *
counted(PyObject* shelf,
        PyObject* thing)
{
    return PyObject_CallMethodObjArgs(shelf, str_put, thing, NULL);
}

static PyObject *
Shelf_move(PyObject *self, PyObject *args)
{
    PyObject *from, *thing, *found;

    if (!PyArg_ParseTuple(args, "OO", &from, &thing))
        return NULL;
    found = counted(self, thing);
    if (found == NULL)
        return NULL;
    Py_DECREF(found);
    return moved(self,
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
    Py_VISIT(_shelf_state(module)->Shelf_Type);
    Py_VISIT(_shelf_state(module)->hook);
    return 0;
}

static int
shelf_clear(PyObject *module)
{
    Py_CLEAR(_shelf_state(module)->Shelf_Type);
    Py_CLEAR(_shelf_state(module)->hook);
    return 0;
}

static int
shelf_exec(PyObject *module)
{
    shelf_module_state *rec = _shelf_state(module);

    str_put = PyUnicode_InternFromString("put");
    str_take = PyUnicode_InternFromString("take");
    str_lent = PyUnicode_InternFromString("lent");
    if (str_put == NULL || str_take == NULL || str_lent == NULL)
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

static struct PyModuleDef shelf_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "shelf",
    .m_size = sizeof(shelf_module_state),
    .m_slots = shelf_slots,
    .m_traverse = shelf_traverse,
    .m_clear = shelf_clear,
};

PyMODINIT_FUNC
PyInit_shelf(void)
{
    return PyModuleDef_Init(&shelf_def);
}
