#include <Python.h>
#include <stdlib.h>
#include <string.h>

#if PY_VERSION_HEX < 0x030A0000
#  define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Cells come from a pool of our own: tp_alloc and tp_free are not Python's. */

typedef struct CellObject {
    PyObject_HEAD
    double value;
} CellObject;

#define POOL_SIZE 64

static CellObject pool[POOL_SIZE];
static unsigned char pool_used[POOL_SIZE];

static PyObject *cell_alloc(PyTypeObject *type, Py_ssize_t items)
{
    CellObject *cell = NULL;
    int i;

    for (i = 0; i < POOL_SIZE && cell == NULL; i++)
    {
        if (!pool_used[i])
        {
            pool_used[i] = 1;
            cell = &pool[i];
        }
    }
    if (cell == NULL)
        cell = malloc(sizeof(CellObject));
    if (cell == NULL)
        return PyErr_NoMemory();
    memset(cell, 0, sizeof(CellObject));
    return PyObject_Init((PyObject *)cell, type);
}

static void cell_free(void *memory)
{
    CellObject *cell = memory;

    if (cell >= pool && cell < pool + POOL_SIZE)
        pool_used[cell - pool] = 0;
    else
        free(cell);
}

static void cell_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
}

static int cell_init(CellObject *self, PyObject *args, PyObject *kwds)
{
    return PyArg_ParseTuple(args, "|d", &self->value) ? 0 : -1;
}

static PyObject *cell_float(CellObject *self)
{
    return PyFloat_FromDouble(self->value);
}

static PyNumberMethods cell_as_number = { .nb_float = (unaryfunc)cell_float };

static PyTypeObject Cell_Type =
{
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "custom_tp_free.Cell",
    .tp_basicsize = sizeof(CellObject),
    .tp_dealloc = cell_dealloc,
    .tp_as_number = &cell_as_number,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_init = (initproc)cell_init,
    .tp_alloc = cell_alloc,
    .tp_new = PyType_GenericNew,
    .tp_free = cell_free,
};

typedef struct
{
    PyObject_HEAD
} SheetObject;

static PyType_Slot Sheet_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec Sheet_spec = {
    .name = "custom_tp_free.Sheet",
    .basicsize = sizeof(SheetObject),
    .flags = (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE),
    .slots = Sheet_slots,
};

static int custom_tp_free_exec(PyObject *module);

static PyModuleDef_Slot custom_tp_free_slots[] = {
    {Py_mod_exec, custom_tp_free_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef module_definition =
{
    PyModuleDef_HEAD_INIT,
    .m_name = "custom_tp_free",
    .m_size = 0,
    .m_slots = custom_tp_free_slots,
};

static int custom_tp_free_exec(PyObject *module)
{
    if (PyType_Ready(&Cell_Type) < 0)
        return -1;
    PyTypeObject *Sheet_Type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Sheet_spec, NULL);
    if (Sheet_Type == NULL)
        return -1;
    Py_INCREF(&Cell_Type);
    Py_INCREF(Sheet_Type);
    if (PyModule_AddObject(module, "Cell", (PyObject *)&Cell_Type) < 0 ||
        PyModule_AddObject(module, "Sheet", (PyObject *)Sheet_Type) < 0)
    {
        Py_DECREF(Sheet_Type);
        return -1;
    }
    Py_DECREF(Sheet_Type);
    return 0;
}

PyMODINIT_FUNC PyInit_custom_tp_free(void)
{
    return PyModuleDef_Init(&module_definition);
}
