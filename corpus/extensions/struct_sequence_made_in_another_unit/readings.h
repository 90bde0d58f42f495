#include <Python.h>
#include <structseq.h>

/* What a sensor tells */
extern PyTypeObject Reading_Type;
extern PyStructSequence_Desc reading_description;
