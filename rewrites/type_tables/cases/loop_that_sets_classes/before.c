/* The class of a type from a spec is type: what gives it to each row goes with what makes the types ready. */

#include <Python.h>

typedef struct {
    PyObject_HEAD
} BoxObject;

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_that_sets_classes.Box",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "loop_that_sets_classes.Lid",
    .tp_basicsize = sizeof(BoxObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct {
    const char *name;
    PyTypeObject *type;
} typetable[] = {
    { "Box", &Box_Type },
    { "Lid", &Lid_Type },
    {NULL}  /* Sentinel */
};

static int
add_types(PyObject *module)
{
    int i;

    for (i = 0; typetable[i].name; i++) {
        PyObject *type = (PyObject *)typetable[i].type;

        Py_SET_TYPE(typetable[i].type, &PyType_Type);
        if (0 > PyType_Ready(typetable[i].type)) { return -1; }

        Py_INCREF(type);
        if (0 > PyModule_AddObject(module, typetable[i].name, type)) {
            Py_DECREF(type);
            return -1;
        }
    }
    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "loop_that_sets_classes", NULL, -1, NULL
};

PyMODINIT_FUNC
PyInit_loop_that_sets_classes(void)
{
    PyObject *m = PyModule_Create(&moduledef);

    if (m == NULL)
        return NULL;
    if (add_types(m) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
