#ifndef SHARED_H
#define SHARED_H

/* What other extensions get from the capsule, and this one has itself. */
extern void **tints_api;
#ifndef TINTS_INTERNAL
#define Tint_Type (*(PyTypeObject *)tints_api[0])
#define Tint_CheckExact(state, x) (Py_TYPE(x) == (state)->Tint_Type)
#endif

#endif
