// The canonical format of the first iPhones' audio units.

#include <CoreAudio/CoreAudioTypes.h>

#include "../check.h"

int main(void)
{
    AudioStreamBasicDescription format = {44100.0, kAudioFormatLinearPCM, 0, 0, 1, 0, 2, 0, 0};
    UInt32 sampleBytes = sizeof(AudioUnitSampleType);

    format.mFormatFlags = kAudioFormatFlagsAudioUnitCanonical;
    format.mBytesPerPacket = format.mBytesPerFrame = sampleBytes;
    format.mBitsPerChannel = 8 * sampleBytes;
    CHECK(format.mFormatFlags == (4 | 8 | 32 | 24 << 7));
    CHECK(TestAudioFormatNativeEndian(format));
    CHECK(sizeof(AudioSampleType) == 2 && format.mBitsPerChannel == 32);
    return 0;
}
