// Integers that become floating-point numbers.

#include <AudioToolbox/AudioConverter.h>

#include "../check.h"

static AudioStreamBasicDescription pcm(Float64 rate)
{
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mFramesPerPacket = format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 16;
    return format;
}

int main(void)
{
    AudioStreamBasicDescription from = pcm(44100);
    AudioStreamBasicDescription to = pcm(44100);
    AudioConverterRef converter = NULL;
    SInt16 input[4] = {0, 16384, -16384, 0};
    Float32 output[4];
    UInt32 size = sizeof output;
    Boolean isWritable = true;

    to.mFormatFlags = kAudioFormatFlagsNativeFloatPacked;
    to.mBytesPerPacket = to.mBytesPerFrame = 4;
    to.mBitsPerChannel = 32;
    CHECK(AudioConverterNew(&from, &to, &converter) == noErr);
    CHECK(AudioConverterConvertBuffer(converter, sizeof input, input, &size, output) == noErr);
    CHECK(size == sizeof output && output[1] == 0.5f && output[2] == -0.5f);
    CHECK(AudioConverterGetPropertyInfo(
              converter, kAudioConverterCurrentInputStreamDescription, &size, &isWritable) ==
          noErr);
    CHECK(size == sizeof from && !isWritable);
    CHECK(AudioConverterDispose(converter) == noErr);
    return 0;
}
