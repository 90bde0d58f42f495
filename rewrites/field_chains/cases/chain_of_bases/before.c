/* Bases are set for several types at once, as some compilers can't do that in initialisers. */
#include <Python.h>

static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain_of_bases.Box",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Lid_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain_of_bases.Lid",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Tin_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "chain_of_bases.Tin",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef shelf_module = {
    PyModuleDef_HEAD_INIT, "chain_of_bases", NULL, -1
};

PyMODINIT_FUNC
PyInit_chain_of_bases(void)
{
    PyObject *module = PyModule_Create(&shelf_module);

    if (module == NULL)
        return NULL;
    /* Initialise here because some platforms get confused otherwise. */
    Box_Type.tp_new = Lid_Type.tp_new =
        Tin_Type.tp_new = PyType_GenericNew;
    Box_Type.tp_base = &PyBaseObject_Type;
    Lid_Type.tp_base = Tin_Type.tp_base = &Box_Type;

    if (PyType_Ready(&Box_Type) || PyType_Ready(&Lid_Type) || PyType_Ready(&Tin_Type)) {
        return NULL;
    }
    Py_INCREF(&Box_Type);
    PyModule_AddObject(module, "Box", (PyObject *)&Box_Type);
    Py_INCREF(&Lid_Type);
    PyModule_AddObject(module, "Lid", (PyObject *)&Lid_Type);
    Py_INCREF(&Tin_Type);
    PyModule_AddObject(module, "Tin", (PyObject *)&Tin_Type);
    return module;
}
