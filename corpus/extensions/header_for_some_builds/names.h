#ifdef LONG_NUMBERS

#define NUMBER long long
#define NUMBER_FORMAT "%lld"

#endif
