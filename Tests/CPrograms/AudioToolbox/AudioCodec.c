// An encoder.

#include <AudioToolbox/AudioCodec.h>

#include "../check.h"

int main(void)
{
    AudioClassDescription codec = {0, 0, 0};

    codec.mType = kAudioEncoderComponentType;
    codec.mManufacturer = kAppleSoftwareAudioCodecManufacturer;
    CHECK(codec.mType == 0x61656E63 && codec.mManufacturer == 0x6170706C);
    return 0;
}
