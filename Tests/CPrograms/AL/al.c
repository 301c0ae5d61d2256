// The spelling of other systems.

#include <AL/al.h>

#include "../check.h"

int main(void)
{
    CHECK(alGetEnumValue("AL_FORMAT_STEREO16") == AL_FORMAT_STEREO16);
    return 0;
}
