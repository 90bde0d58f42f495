#include "codes.h"

int
code_of_exception(void)
{
    PyObject *raised = PyErr_Occurred();

    if (raised == NULL)
        return CODE_OK;
    if (PyErr_GivenExceptionMatches(raised, PyExc_KeyError)) {
        PyErr_Clear();
        return CODE_MISSING;
    }
    return CODE_USER;
}
