#ifndef LIBRARY_H
#define LIBRARY_H

typedef struct tally tally;

tally *tally_new(void);
void tally_free(tally *counted);
long tally_add(tally *counted, long number);

#endif
