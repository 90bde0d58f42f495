#include <Python.h>

#if PY_MAJOR_VERSION >= 3
    /* The module is made
       in another way. */
    #define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
    #define CHECK(call) \
        if ((call) < 0) { \
            return NULL; \
        }

    #define TEXT "a shelf"
#else
    #define MOD_INIT(name) void init##name(void)
    #define CHECK(call) (void)(call)
    #define TEXT "a plank"
#endif

# if PY_MAJOR_VERSION < 3
#  define ABOUT "old"
# else
#  define ABOUT "a \
    long line"
# endif

static struct PyModuleDef moduledef = {PyModuleDef_HEAD_INIT, "shelf", TEXT, -1, NULL, NULL, NULL, NULL, NULL};

MOD_INIT(shelf)
{
    PyObject *m = PyModule_Create(&moduledef);

#if PY_MAJOR_VERSION >= 3
    if (m == NULL) {
        return NULL;
    }
#endif
    CHECK(PyModule_AddStringConstant(m, "ABOUT", ABOUT));
    return m;
}
