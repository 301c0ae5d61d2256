// The first bytes of a stream.

#include <AudioToolbox/AudioFileStream.h>

#include "../check.h"

static void propertyIsKnown(
    void *clientData, AudioFileStreamID stream, AudioFileStreamPropertyID property,
    AudioFileStreamPropertyFlags *flags)
{
    (void)stream;
    (void)property;
    (void)flags;
    *(int *)clientData += 1;
}

static void packetsHaveCome(
    void *clientData, UInt32 byteCount, UInt32 packetCount, const void *bytes,
    AudioStreamPacketDescription *descriptions)
{
    (void)bytes;
    (void)descriptions;
    if (byteCount >= packetCount) *(int *)clientData += 1;
}

int main(void)
{
    int calls = 0;
    AudioFileStreamID stream = NULL;

    CHECK(AudioFileStreamOpen(
              &calls, propertyIsKnown, packetsHaveCome, kAudioFileWAVEType, &stream) == noErr);
    CHECK(AudioFileStreamParseBytes(stream, 4, "RIFF", (AudioFileStreamParseFlags)0) == noErr);
    CHECK(calls == 0 && AudioFileStreamClose(stream) == noErr);
    return 0;
}
