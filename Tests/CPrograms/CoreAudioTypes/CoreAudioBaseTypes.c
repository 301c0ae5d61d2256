// A format of 16 bits.

#include <CoreAudioTypes/CoreAudioBaseTypes.h>

#include "../check.h"

static void fillOut(AudioStreamBasicDescription *format)
{
#if defined(__cplusplus)
    FillOutASBDForLPCM(*format, 48000, 2, 16, 16, false, false);
    CHECK(IsAudioFormatNativeEndian(*format) == (kAudioFormatFlagsNativeEndian == 0));
    CHECK(CalculateLPCMFlags(24, 32, false, true, true) == (2 | 4 | 16 | 32));
#else
    memset(format, 0, sizeof *format);
    format->mSampleRate = 48000;
    format->mFormatID = kAudioFormatLinearPCM;
    format->mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format->mBytesPerPacket = 4;
    format->mFramesPerPacket = 1;
    format->mBytesPerFrame = 4;
    format->mChannelsPerFrame = 2;
    format->mBitsPerChannel = 16;
#endif
}

int main(void)
{
    AudioStreamBasicDescription format;
    AudioValueTranslation translation = {NULL, 0, NULL, 0};
    AudioValueRange range = {0, 1};

    fillOut(&format);
    CHECK(format.mSampleRate == 48000 && format.mFormatID == kAudioFormatLinearPCM);
    CHECK(format.mFormatFlags == (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked));
    CHECK(format.mBytesPerFrame == 4 && format.mBytesPerPacket == 4);
    CHECK(format.mFramesPerPacket == 1);
    CHECK(format.mChannelsPerFrame == 2 && format.mBitsPerChannel == 16);
    CHECK(sizeof format == 40 && sizeof(AudioStreamPacketDescription) == 16);
    CHECK(translation.mInputDataSize == 0 && range.mMaximum > range.mMinimum);
    CHECK(kAudio_ParamError == -50 && noErr == 0);
    return 0;
}
