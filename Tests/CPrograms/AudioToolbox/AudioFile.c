// A file of three samples, written and read.

#include <AudioToolbox/AudioFile.h>

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

static char path[4096];

// A file beside the program.
static CFURLRef temporaryFile(const char *program)
{
    snprintf(path, sizeof path, "%s.wav", program);
    return CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
}

int main(int argc, char **argv)
{
    AudioStreamBasicDescription format = pcm(8000);
    CFURLRef url = temporaryFile(argv[0]);
    AudioFileID file = NULL;
    SInt16 samples[3] = {1, -2, 3};
    SInt16 read[3] = {0, 0, 0};
    UInt32 packets = 3;
    UInt32 bytes = sizeof read;
    UInt64 count = 0;
    UInt32 size = sizeof count;

    CHECK(AudioFileCreateWithURL(
              url, kAudioFileWAVEType, &format, kAudioFileFlags_EraseFile, &file) == noErr);
    CHECK(AudioFileWritePackets(file, false, sizeof samples, NULL, 0, &packets, samples) == noErr);
    CHECK(AudioFileClose(file) == noErr);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CHECK(AudioFileGetProperty(
              file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr);
    CHECK(AudioFileReadPacketData(file, false, &bytes, NULL, 0, &packets, read) == noErr);
    CHECK(count == 3 && packets == 3 && bytes == 6 && memcmp(read, samples, bytes) == 0);
    CHECK(AudioFileClose(file) == noErr);
    CHECK(argc == 1 && remove(path) == 0);
    CFRelease(url);
    return 0;
}
