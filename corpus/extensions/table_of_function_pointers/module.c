#define LOOPS_MODULE
#include "loops.h"
#include "steps.h"

/* Loops, which other extensions make by a table of functions. */

static void
loop_dealloc(Loop *self)
{
    if (self->drop != NULL)
        self->drop(self->data);
    PyObject_Free(self);
}

PyTypeObject Loop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "table_of_function_pointers.Loop",
    .tp_basicsize = sizeof(Loop),
    .tp_dealloc = (destructor)loop_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

#ifdef WITH_SLOW_LOOPS
PyTypeObject SlowLoop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "table_of_function_pointers.SlowLoop",
    .tp_basicsize = sizeof(Loop),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Loop_Type,
};
#endif

/* C API */

static int
two_steps(void *Py_UNUSED(data))
{
    return 2;
}

PyObject *
Loop_New(int (*step)(void *), void (*drop)(void *),
         void *data)
{
    Loop *self = PyObject_New(Loop, &Loop_Type);

    if (self != NULL) {
        self->step = step != NULL ? step : two_steps;
        self->drop = drop;
        self->data = data;
    }
    return (PyObject *)self;
}

static int
no_step(void *Py_UNUSED(data))
{
    return 0;
}

static PyObject *
idle(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return Loop_New(no_step,
                    NULL,
                    NULL);
}

static PyMethodDef loops_methods[] = {
    {"step", loop_step, METH_O, NULL},
    {"idle", idle, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
add_loops(PyObject *module)
{
    PyObject *idle_loop = Loop_New(no_step, NULL, NULL);

    if (idle_loop == NULL)
        return 0;
    if (PyModule_AddObject(module, "IDLE", idle_loop) < 0) {
        Py_DECREF(idle_loop);
        return 0;
    }
    Py_INCREF(&Loop_Type);
    if (PyModule_AddObject(module, "Loop", (PyObject *)&Loop_Type) < 0) {
        Py_DECREF(&Loop_Type);
        return 0;
    }
    return 1;
}

PyMODINIT_FUNC
PyInit_table_of_function_pointers(void)
{
    static const int count = 2;
    static loops_function loops_api[2];
    static struct PyModuleDef loops_module = {
        PyModuleDef_HEAD_INIT,
        "table_of_function_pointers",  /* m_name */
        NULL,                          /* m_doc */
        -1,                            /* m_size */
        loops_methods                  /* m_methods */
    };
    PyObject *module = NULL, *c_api;

    loops_api[0] = (loops_function)&count;
    loops_api[1] = (loops_function)Loop_New;

    if (PyType_Ready(&Loop_Type) < 0)
        goto failed;
#ifdef WITH_SLOW_LOOPS
    if (PyType_Ready(&SlowLoop_Type) < 0)
        goto failed;
#endif
    module = PyModule_Create(&loops_module);
    if (module == NULL)
        goto failed;
    if (!add_loops(module))
        goto failed;
    c_api = PyCapsule_New((void *)loops_api, "table_of_function_pointers._C_API", NULL);
    if (c_api == NULL || PyModule_AddObject(module, "_C_API", c_api) < 0) {
        Py_XDECREF(c_api);
        goto failed;
    }
    return module;

failed:
    Py_XDECREF(module);
    return NULL;
}
