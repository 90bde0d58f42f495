#ifndef CODES_H
#define CODES_H

#include <Python.h>

enum { CODE_OK = 0, CODE_MISSING = -3, CODE_USER = -7 };

typedef struct source {
    int (*read)(struct source *, int);
    int (*write)(struct source *, int);
    int (*each)(struct source *, int);
    int (*find)(struct source *, int);
    int (*list)(struct source *, int);
} source;

int code_of_exception(void);

#define ADD_CODE(m, name) \
    if (PyModule_AddIntConstant(m, #name, name) == -1) return NULL;

#endif
