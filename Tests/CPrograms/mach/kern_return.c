// A function with the result of a call of the kernel.

#include <mach/kern_return.h>

#include "../check.h"

static kern_return_t check(int isValid)
{
    return isValid ? KERN_SUCCESS : KERN_INVALID_ARGUMENT;
}

int main(void)
{
    CHECK(check(1) == KERN_SUCCESS);
    CHECK(check(0) == 4);
    return 0;
}
