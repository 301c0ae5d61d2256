// Cuts a file into packets as if it came from a network, a hundred bytes at a time.
//
// usage: stream FILE

#include <AudioToolbox/AudioFileStream.h>
#include <AudioToolbox/AudioFormat.h>

#include <stdio.h>

struct found {
    UInt32 propertyCount;
    UInt32 packetCount;
    UInt32 byteCount;
};

static void propertyIsKnown(
    void *clientData, AudioFileStreamID stream, AudioFileStreamPropertyID property,
    AudioFileStreamPropertyFlags *flags)
{
    struct found *found = (struct found *)clientData;
    found->propertyCount += 1;
    (void)flags;
    if (property != kAudioFileStreamProperty_DataFormat) return;
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    if (AudioFileStreamGetProperty(stream, property, &size, &format) == noErr) {
        printf("%.0f frames a second\n", format.mSampleRate);
    }
}

static void packetsHaveCome(
    void *clientData, UInt32 byteCount, UInt32 packetCount, const void *bytes,
    AudioStreamPacketDescription *descriptions)
{
    struct found *found = (struct found *)clientData;
    found->byteCount += byteCount;
    found->packetCount += packetCount;
    (void)bytes;
    (void)descriptions;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    if (file == NULL) {
        perror(argv[1]);
        return 3;
    }
    struct found found = {0, 0, 0};
    AudioFileStreamID stream;
    OSStatus status = AudioFileStreamOpen(&found, propertyIsKnown, packetsHaveCome, 0, &stream);
    unsigned char piece[100];
    size_t count;
    while (status == noErr && (count = fread(piece, 1, sizeof piece, file)) > 0) {
        status = AudioFileStreamParseBytes(
            stream, (UInt32)count, piece, (AudioFileStreamParseFlags)0);
    }
    fclose(file);
    Boolean isWritable = 1;
    UInt32 size = 0;
    AudioFileStreamGetPropertyInfo(
        stream, kAudioFileStreamProperty_DataFormat, &size, &isWritable);
    AudioFileStreamClose(stream);

    AudioChannelLayoutTag tag = kAudioChannelLayoutTag_Stereo;
    UInt32 bits = 0;
    UInt32 bitsSize = sizeof bits;
    AudioFormatGetProperty(
        kAudioFormatProperty_BitmapForLayoutTag, sizeof tag, &tag, &bitsSize, &bits);
    printf("status %d, %s, format of %u bytes, writable %d, bits %u\n", (int)status,
           found.propertyCount > 5 ? "many properties" : "too few properties", (unsigned)size,
           isWritable, (unsigned)bits);
    printf("packets: %u, bytes: %u\n", (unsigned)found.packetCount, (unsigned)found.byteCount);
    return status == noErr ? 0 : 1;
}
