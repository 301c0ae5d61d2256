// Integers.

#include <libkern/OSTypes.h>

#include "../check.h"

int main(void)
{
    UInt32 number = 0xFFFFFFFF;

    CHECK((SInt32)number == -1 && sizeof(UInt64) == 8);
    return 0;
}
