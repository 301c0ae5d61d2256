// A queue with a buffer, and its volume.

#include <AudioToolbox/AudioQueue.h>

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

static void hasEnded(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer)
{
    (void)data;
    (void)queue;
    (void)buffer;
}

int main(void)
{
    AudioStreamBasicDescription format = pcm(8000);
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef buffer = NULL;
    AudioQueueParameterValue volume = 0;

    CHECK(AudioQueueNewOutput(&format, hasEnded, NULL, NULL, NULL, 0, &queue) == noErr);
    CHECK(AudioQueueAllocateBuffer(queue, 64, &buffer) == noErr);
    memset(buffer->mAudioData, 0, 64);
    buffer->mAudioDataByteSize = 64;
    CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    CHECK(AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 0.5f) == noErr);
    CHECK(AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &volume) == noErr);
    CHECK(volume == 0.5f && AudioQueueDispose(queue, true) == noErr);
    return 0;
}
