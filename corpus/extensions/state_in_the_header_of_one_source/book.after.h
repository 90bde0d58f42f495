#ifndef BOOK_H
#define BOOK_H

#include <Python.h>
#include "levels.h"

static int book_traverse(PyObject *module, visitproc visit, void *arg);
static int book_clear(PyObject *module);
static void book_free(void *module);

static PyObject *book_unit(PyObject *module, PyObject *unused);

static PyMethodDef book_methods[] = {
    {"levels", levels_between, METH_VARARGS, "levels(first, last) -> iterator"},
    {"unit", book_unit, METH_NOARGS, "unit() -> str"},
    {NULL, NULL, 0, NULL}
};

static int state_in_the_header_of_one_source_exec(PyObject *module);

static PyModuleDef_Slot state_in_the_header_of_one_source_slots[] = {
    {Py_mod_exec, state_in_the_header_of_one_source_exec},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL}
};

static PyModuleDef book_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "state_in_the_header_of_one_source",
    .m_doc = "Levels of prices.",
    .m_size = sizeof(source_state),
    .m_methods = book_methods,
    .m_traverse = book_traverse,
    .m_clear = book_clear,
    .m_free = book_free,
    .m_slots = state_in_the_header_of_one_source_slots,
};

#endif /* BOOK_H */
