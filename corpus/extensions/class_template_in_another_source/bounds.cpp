template <int size, bool is_signed>
struct Bounds;

template <int size>
struct Bounds<size, true> {
    static int clamped(int level) { return level < -size ? -size : level > size ? size : level; }
};

int
clamped(int level)
{
    return Bounds<100, true>::clamped(level);
}
