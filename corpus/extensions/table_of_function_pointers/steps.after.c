#include "steps.h"

PyObject *
loop_step(PyObject *module, PyObject *loop)
{
    table_of_function_pointers_state *state =
        get_table_of_function_pointers_state(module);

#ifdef WITH_SLOW_LOOPS
    /* FIXME: these have no data yet */
    if (PyObject_TypeCheck(loop, &SlowLoop_Type)) {
        return slow_step(loop);
    }
#endif
    if (!Loop_Check(state, loop)) {
        PyErr_SetString(PyExc_TypeError, "a loop is needed");
        return NULL;
    }
    return PyLong_FromLong(((Loop *)loop)->step(((Loop *)loop)->data));
}
