// A file of three frames, written and measured.

#include <AudioToolbox/ExtendedAudioFile.h>

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
    ExtAudioFileRef file = NULL;
    SInt16 samples[3] = {1, -2, 3};
    SInt64 frames = 0;
    UInt32 size = sizeof frames;
    AudioBufferList list;

    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = sizeof samples;
    list.mBuffers[0].mData = samples;
    CHECK(ExtAudioFileCreateWithURL(
              url, kAudioFileWAVEType, &format, NULL, kAudioFileFlags_EraseFile, &file) == noErr);
    CHECK(ExtAudioFileWrite(file, 3, &list) == noErr);
    CHECK(ExtAudioFileDispose(file) == noErr);
    CHECK(ExtAudioFileOpenURL(url, &file) == noErr);
    CHECK(ExtAudioFileGetProperty(
              file, kExtAudioFileProperty_FileLengthFrames, &size, &frames) == noErr);
    CHECK(frames == 3 && ExtAudioFileSeek(file, 1) == noErr);
    CHECK(ExtAudioFileTell(file, &frames) == noErr && frames == 1);
    CHECK(ExtAudioFileDispose(file) == noErr);
    CHECK(argc == 1 && remove(path) == 0);
    CFRelease(url);
    return 0;
}
