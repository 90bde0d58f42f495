#pragma once
#include <Python.h>

#ifdef _MSC_VER
#define PACK(declaration) __pragma(pack(push, 1)) declaration __pragma(pack(pop))
#else
#define PACK(declaration) declaration __attribute__((__packed__))
#endif

namespace shelf
{

PACK(struct Lids
{
    char small;
    int large;
});

struct Box
{
    PyObject_HEAD
    Lids lids;

    static PyType_Spec spec;

    static PyTypeObject *type;

    static bool ready();
};

bool init_names();

} // namespace shelf
