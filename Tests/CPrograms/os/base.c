// Declarations with attributes.

#include <os/base.h>

#include "../check.h"

OS_ASSUME_NONNULL_BEGIN
OS_EXPORT OS_WARN_RESULT int lengthOf(const char *text);
OS_ASSUME_NONNULL_END

OS_NOINLINE int lengthOf(const char *text)
{
    int length = 0;
    while (os_likely(text[length] != 0)) length += 1;
    return length;
}

OS_INLINE OS_ALWAYS_INLINE OS_CONST int twice(int number)
{
    return 2 * number;
}

int main(void)
{
    CHECK(twice(lengthOf("abc")) == 6);
    if (os_unlikely(lengthOf("") != 0)) return 1;
    return 0;
}
