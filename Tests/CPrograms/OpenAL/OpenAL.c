// One header for all of OpenAL.

#include <OpenAL/OpenAL.h>

#include "../check.h"

int main(void)
{
    alSourcePlay(1);
    CHECK(alGetError() == AL_INVALID_OPERATION);
    CHECK(alcGetEnumValue(NULL, "AL_PITCH") == AL_PITCH);
    CHECK(alcGetEnumValue(NULL, "ALC_ASA_OCCLUSION") == ALC_ASA_OCCLUSION);
    return 0;
}
