/* A library that knows nothing of Python, and has a check of its own. */

int lib_size(int given);
#ifdef _WIN32
int lib_wide_size(int given);
#endif

static int
check(int given)
{
    return given > 100 ? 100 : given;
}

int
lib_size(int given)
{
    return 2 * check(given);
}

#ifdef _WIN32
int
lib_wide_size(int given)
{
    unknown_handle handle = 0;

    return check(given) * (int)handle;
}
#endif
