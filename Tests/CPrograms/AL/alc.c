// The spelling of other systems.

#include <AL/alc.h>

#include "../check.h"

int main(void)
{
    ALCint version = 0;

    alcGetIntegerv(NULL, ALC_MAJOR_VERSION, 1, &version);
    CHECK(version == 1);
    return 0;
}
