// A packet and a codec.

#include <CoreAudioTypes/CoreAudioTypes.h>

#include "../check.h"

int main(void)
{
    AudioStreamPacketDescription packet = {0, 0, 0};
    AudioClassDescription codec = {0, 0, 0};

    codec.mType = 0x61646563;
    packet.mDataByteSize = 34;
    CHECK(codec.mSubType == 0 && packet.mStartOffset == 0 && codec.mType != packet.mDataByteSize);
    CHECK(kAudioFormatAppleIMA4 == 0x696D6134 && kMPEG4Object_AAC_LC == 2);
    return 0;
}
