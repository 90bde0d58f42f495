/**
 * Parity blocks: the exclusive or of several byte strings.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

static PyObject *py_parity_error;

typedef struct {
    PyObject_HEAD

    unsigned short blocks;      /* how many are needed */
} Parity;

static PyObject *
Parity_new(PyTypeObject *type, PyObject *args, PyObject *kwdict) {
    Parity *self;

    self = (Parity*)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->blocks = 0;
    }
    return (PyObject*)self;
}

static int
Parity_init(Parity *self, PyObject *args, PyObject *kwdict) {
    static char *kwlist[] = {
        "blocks",
        NULL
    };
    int inblocks;
    if (!PyArg_ParseTupleAndKeywords(args, kwdict, "i:Parity.__init__", kwlist, &inblocks))
        return -1;

    if (inblocks < 1) {
        PyErr_Format(py_parity_error, "Precondition violation: blocks is required to be greater than or equal to 1, but it was %d", inblocks);
        return -1;
    }
    self->blocks = (unsigned short)inblocks;
    return 0;
}

static void
Parity_dealloc(Parity *self) {
    Py_TYPE(self)->tp_free((PyObject*)self);
}

static PyObject *
Parity_encode(Parity *self, PyObject *args) {
    PyObject *inblocks, *result = NULL;
    Py_ssize_t size, i, j;
    char *out;

    if (!PyArg_ParseTuple(args, "O!:Parity.encode", &PyTuple_Type, &inblocks))
        return NULL;
    if (PyTuple_GET_SIZE(inblocks) != self->blocks) {
        PyErr_Format(py_parity_error, "%d blocks expected, %zd given", self->blocks, PyTuple_GET_SIZE(inblocks));
        goto err;
    }
    for (i = 0; i < self->blocks; i++)
        if (!PyBytes_Check(PyTuple_GET_ITEM(inblocks, i))) {
            PyErr_SetString(py_parity_error, "blocks are bytes");
            goto err;
        }
    size = PyBytes_GET_SIZE(PyTuple_GET_ITEM(inblocks, 0));
    result = PyBytes_FromStringAndSize(NULL, size);
    if (result == NULL)
        goto err;
    out = PyBytes_AS_STRING(result);
    for (j = 0; j < size; j++)
        out[j] = 0;
    for (i = 0; i < self->blocks; i++) {
        PyObject *block = PyTuple_GET_ITEM(inblocks, i);
        if (PyBytes_GET_SIZE(block) != size) {
            PyErr_SetString(py_parity_error, "blocks differ in size");
            goto err;
        }
        for (j = 0; j < size; j++)
            out[j] ^= PyBytes_AS_STRING(block)[j];
    }
    return result;
  err:
    Py_XDECREF(result);
    return NULL;
}

static PyMethodDef Parity_methods[] = {
    {"encode", (PyCFunction)Parity_encode, METH_VARARGS, "The exclusive or of the blocks."},
    {NULL},
};

static PyTypeObject Parity_type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "conditional_init_header.Parity", /*tp_name*/
    sizeof(Parity),             /*tp_basicsize*/
    0,                         /*tp_itemsize*/
    (destructor)Parity_dealloc, /*tp_dealloc*/
    0,                         /*tp_print*/
    0,                         /*tp_getattr*/
    0,                         /*tp_setattr*/
    0,                         /*tp_compare*/
    0,                         /*tp_repr*/
    0,                         /*tp_as_number*/
    0,                         /*tp_as_sequence*/
    0,                         /*tp_as_mapping*/
    0,                         /*tp_hash */
    0,                         /*tp_call*/
    0,                         /*tp_str*/
    0,                         /*tp_getattro*/
    0,                         /*tp_setattro*/
    0,                         /*tp_as_buffer*/
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, /*tp_flags*/
    "Parity(blocks)",           /* tp_doc */
    0,                         /* tp_traverse */
    0,                         /* tp_clear */
    0,                         /* tp_richcompare */
    0,                         /* tp_weaklistoffset */
    0,                         /* tp_iter */
    0,                         /* tp_iternext */
    Parity_methods,             /* tp_methods */
    0,                         /* tp_members */
    0,                         /* tp_getset */
    0,                         /* tp_base */
    0,                         /* tp_dict */
    0,                         /* tp_descr_get */
    0,                         /* tp_descr_set */
    0,                         /* tp_dictoffset */
    (initproc)Parity_init,      /* tp_init */
    0,                         /* tp_alloc */
    Parity_new,                 /* tp_new */
};

static PyMethodDef parity_functions[] = {
    {NULL}  /* Sentinel */
};

#if PY_MAJOR_VERSION >= 3
static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "conditional_init_header",
    .m_doc = "Parity blocks.",
    .m_size = -1,
    .m_methods = parity_functions,
};
#endif

#ifndef PyMODINIT_FUNC	/* declarations for DLL import/export */
#define PyMODINIT_FUNC void
#endif
PyMODINIT_FUNC
#if PY_MAJOR_VERSION >= 3
#define MOD_ERROR_VAL NULL
PyInit_conditional_init_header(void) {
#else
#define MOD_ERROR_VAL
initconditional_init_header(void) {
#endif
    PyObject *module;
    PyObject *module_dict;

    if (PyType_Ready(&Parity_type) < 0)
        return MOD_ERROR_VAL;

#if PY_MAJOR_VERSION >= 3
    module = PyModule_Create(&moduledef);
#else
    module = Py_InitModule3("conditional_init_header", parity_functions, "Parity blocks.");
#endif
    if (module == NULL)
      return MOD_ERROR_VAL;

    Py_INCREF(&Parity_type);
    PyModule_AddObject(module, "Parity", (PyObject *)&Parity_type);

    module_dict = PyModule_GetDict(module);
    py_parity_error = PyErr_NewException("conditional_init_header.Error", NULL, NULL);
    PyDict_SetItemString(module_dict, "Error", py_parity_error);

#if PY_MAJOR_VERSION >= 3
    return module;
#endif
}
