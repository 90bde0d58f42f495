/* Points and dice: nothing in them needs a deallocator, so they name the C API's. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    int x, y;
} PointObject;

typedef struct {
    PyObject_HEAD
    int sides;
} DieObject;

static PyMemberDef point_members[] = {
    {"x", T_INT, offsetof(PointObject, x), 0, NULL},
    {"y", T_INT, offsetof(PointObject, y), 0, NULL},
    {NULL, 0, 0, 0, NULL}
};

static PyTypeObject Point_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    "dealloc_of_the_api.Point",         /* tp_name */
    sizeof(PointObject),                /* tp_basicsize */
    0,                                  /* tp_itemsize */
    (destructor)PyObject_Del,           /* tp_dealloc */
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_members = point_members,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Die_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "dealloc_of_the_api.Die",
    .tp_basicsize = sizeof(DieObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
die(PyObject *self, PyObject *args)
{
    DieObject *made;
    int sides = 6;

    if (!PyArg_ParseTuple(args, "|i:die", &sides))
        return NULL;
    made = PyObject_New(DieObject, &Die_Type);
    if (made != NULL)
        made->sides = sides;
    return (PyObject *)made;
}

static PyMethodDef methods[] = {
    {"die", die, METH_VARARGS, "Make a die."},
    {NULL, NULL, 0, NULL}
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "dealloc_of_the_api",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_dealloc_of_the_api(void)
{
    PyObject *module;

    Die_Type.tp_dealloc = (destructor)PyObject_Free;
    if (PyType_Ready(&Point_Type) < 0 || PyType_Ready(&Die_Type) < 0)
        return NULL;
    module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&Point_Type);
    if (PyModule_AddObject(module, "Point", (PyObject *)&Point_Type) < 0) {
        Py_DECREF(&Point_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
