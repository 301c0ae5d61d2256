// A wait of a millisecond.

#include <mach/mach_time.h>

#include <stddef.h>

#include "../check.h"

int main(void)
{
    mach_timebase_info_data_t base = {0, 0};
    uint64_t start = mach_absolute_time();
    uint64_t end;

    CHECK(mach_timebase_info(&base) == KERN_SUCCESS && base.numer == 1 && base.denom == 1);
    CHECK(mach_timebase_info(NULL) == KERN_INVALID_ARGUMENT);
    CHECK(mach_wait_until(start + 1000000) == KERN_SUCCESS);
    end = mach_absolute_time();
    CHECK((end - start) * base.numer / base.denom >= 1000000);
    return 0;
}
