#include <Python.h>

/* The module is made
   in another way. */
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#define CHECK(call) \
    if ((call) < 0) { \
        return NULL; \
    }

#define TEXT "a shelf"

#  define ABOUT "a \
    long line"

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", TEXT, -1, NULL, NULL, NULL, NULL, NULL};

MOD_INIT(shelf)
{
    PyObject *m = PyModule_Create(&moduledef);

    if (m == NULL) {
        return NULL;
    }
    CHECK(PyModule_AddStringConstant(m, "ABOUT", ABOUT));
    return m;
}
