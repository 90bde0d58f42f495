/* The flag's type is unknown where the state stands, and nothing needs the flag. */

#include "clock.h"
#include "util.h"

static int
clock_exec(PyObject *mod)
{
    run_once_flag_of_its_unit_state *state =
        get_run_once_flag_of_its_unit_state(mod);

    if (Clock_intern_strings(state) < 0) {
        return -1;
    }

    PyTypeObject *ClockType =
        (PyTypeObject *)PyType_FromModuleAndSpec(mod, &ClockType_spec, NULL);
    if (ClockType == NULL) {
        return -1;
    }
    if (PyModule_AddObject(mod, "Clock", (PyObject *)ClockType) < 0) {
        Py_DECREF(ClockType);
        return -1;
    }

    return 0;
}

static PyModuleDef_Slot clock_slots[] = {
    {Py_mod_exec, clock_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static int
run_once_flag_of_its_unit_traverse(PyObject *module, visitproc visit, void *arg)
{
    run_once_flag_of_its_unit_state *state =
        get_run_once_flag_of_its_unit_state(module);
    Py_VISIT(state->str_now);
    return 0;
}

static int
run_once_flag_of_its_unit_clear(PyObject *module)
{
    run_once_flag_of_its_unit_state *state =
        get_run_once_flag_of_its_unit_state(module);
    Py_CLEAR(state->str_now);
    return 0;
}

static void
run_once_flag_of_its_unit_free(void *module)
{
    run_once_flag_of_its_unit_clear((PyObject *)module);
}

PyModuleDef run_once_flag_of_its_unit_moduledef = {
    PyModuleDef_HEAD_INIT,
    .m_name = "run_once_flag_of_its_unit",
    .m_slots = clock_slots,
    .m_size = sizeof(run_once_flag_of_its_unit_state),
    .m_traverse = run_once_flag_of_its_unit_traverse,
    .m_clear = run_once_flag_of_its_unit_clear,
    .m_free = run_once_flag_of_its_unit_free,
};

PyMODINIT_FUNC
PyInit_run_once_flag_of_its_unit(void)
{
    return PyModuleDef_Init(&run_once_flag_of_its_unit_moduledef);
}
