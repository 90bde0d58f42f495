/* Questions to an x86 processor. */

#ifndef UNSTATIC_CPUID_H
#define UNSTATIC_CPUID_H

int __get_cpuid_max(unsigned int leaf, unsigned int *signature);
int __get_cpuid(unsigned int leaf, unsigned int *a, unsigned int *b, unsigned int *c, unsigned int *d);
int __get_cpuid_count(unsigned int leaf, unsigned int subleaf, unsigned int *a, unsigned int *b, unsigned int *c,
                      unsigned int *d);

#define __cpuid(leaf, a, b, c, d) ((void)__get_cpuid((leaf), &(a), &(b), &(c), &(d)))
#define __cpuid_count(leaf, subleaf, a, b, c, d) ((void)__get_cpuid_count((leaf), (subleaf), &(a), &(b), &(c), &(d)))

#endif
