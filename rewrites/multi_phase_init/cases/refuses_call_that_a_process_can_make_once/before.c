/* MPI can be started once in a process: the second module would end it. */

#include <Python.h>

int MPI_Init(int *argc, char ***argv);

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "module", NULL, -1, NULL};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m;

    MPI_Init(NULL, NULL);
    m = PyModule_Create(&def);
    return m;
}
