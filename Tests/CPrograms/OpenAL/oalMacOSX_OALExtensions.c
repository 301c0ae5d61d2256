// The rate of the mixer, asked for before there is a device.

#include <OpenAL/oalMacOSX_OALExtensions.h>
#include <OpenAL/alc.h>

#include <string.h>

#include "../check.h"

int main(void)
{
    void *address = alcGetProcAddress(NULL, "alcMacOSXGetMixerOutputRate");
    alcMacOSXGetMixerOutputRateProcPtr rate;
    alcMacOSXMixerOutputRateProcPtr setRate;

    memcpy(&rate, &address, sizeof rate);
    address = alcGetProcAddress(NULL, "alcMacOSXMixerOutputRate");
    memcpy(&setRate, &address, sizeof setRate);
    CHECK(rate != NULL && setRate != NULL && rate() == 48000);
    setRate(22050);
    CHECK(rate() == 22050);
    return 0;
}
