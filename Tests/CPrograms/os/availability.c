// A declaration with a mark of availability.

#include <os/availability.h>

#include "../check.h"

int newer(void) API_AVAILABLE(ios(13.0));
int newer(void) { return 1; }

int main(void)
{
    CHECK(newer() == 1);
    return 0;
}
