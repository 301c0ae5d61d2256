// The fields of a format that follow from its encoding.

#include <AudioToolbox/AudioFormat.h>

#include "../check.h"

int main(void)
{
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;

    memset(&format, 0, sizeof format);
    format.mFormatID = kAudioFormatAppleIMA4;
    format.mSampleRate = 44100;
    format.mChannelsPerFrame = 2;
    CHECK(AudioFormatGetProperty(
              kAudioFormatProperty_FormatInfo, 0, NULL, &size, &format) == noErr);
    CHECK(format.mFramesPerPacket == 64 && format.mBytesPerPacket == 68);
    return 0;
}
