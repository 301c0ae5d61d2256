// Plays an effect the way games for the first iPhones did: decoded with Extended Audio File Services,
// played with OpenAL, under an audio session.

#include <AudioToolbox/AudioToolbox.h>
#include <OpenAL/OpenAL.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ALCdevice *device;
static ALCcontext *context;

// Goes silent for a call or an alarm, and comes back.
static void interrupted(void *clientData, UInt32 state)
{
    (void)clientData;
    if (state == kAudioSessionBeginInterruption) {
        AudioSessionSetActive(false);
        alcMakeContextCurrent(NULL);
        alcSuspendContext(context);
    } else {
        AudioSessionSetActive(true);
        alcMakeContextCurrent(context);
        alcProcessContext(context);
    }
}

// Decodes a file to 16 bits, mono, and gives it to a buffer without a copy of the program's own.
static ALuint load(const char *path, void **data)
{
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
    ExtAudioFileRef file = NULL;
    OSStatus status = ExtAudioFileOpenURL(url, &file);
    CFRelease(url);
    if (status != noErr) return 0;

    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &format);
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mChannelsPerFrame = format.mFramesPerPacket = 1;
    format.mBytesPerPacket = format.mBytesPerFrame = 2;
    format.mBitsPerChannel = 16;
    ExtAudioFileSetProperty(
        file, kExtAudioFileProperty_ClientDataFormat, sizeof format, &format);
    SInt64 frameCount = 0;
    size = sizeof frameCount;
    ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &frameCount);
    UInt32 count = (UInt32)frameCount;
    *data = malloc(2 * count + 1);
    AudioBufferList list;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 1;
    list.mBuffers[0].mDataByteSize = 2 * count;
    list.mBuffers[0].mData = *data;
    status = ExtAudioFileRead(file, &count, &list);
    ExtAudioFileDispose(file);
    if (status != noErr) return 0;
    printf("%u frames at %.0f\n", (unsigned)count, format.mSampleRate);

    ALuint buffer = 0;
    alGenBuffers(1, &buffer);
    alBufferDataStaticProcPtr fill;
    void *address = alcGetProcAddress(NULL, "alBufferDataStatic");
    memcpy(&fill, &address, sizeof fill);
    fill((ALint)buffer, AL_FORMAT_MONO16, *data, (ALsizei)(2 * count), (ALsizei)format.mSampleRate);
    return buffer;
}

static void tick(CFRunLoopTimerRef timer, void *info)
{
    (void)timer;
    (void)info;
}

// Lets the run loop run, which needs a timer for that.
static void waitSeconds(double seconds)
{
    static CFRunLoopTimerRef timer;
    if (timer == NULL) {
        timer = CFRunLoopTimerCreate(NULL, 0, 0.01, 0, 0, tick, NULL);
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopCommonModes);
    }
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, seconds, false);
}

static ALint number(ALuint source, ALenum property)
{
    ALint value = -1;
    alGetSourcei(source, property, &value);
    return value;
}

// Waits until a source is in a state, at most ten seconds.
static int reaches(ALuint source, ALint state)
{
    for (int tries = 0; tries < 1000; tries++) {
        if (number(source, AL_SOURCE_STATE) == state) return 1;
        waitSeconds(0.01);
    }
    return 0;
}

// Whether the position of a source changes within a time.
static int moves(ALuint source, int tries)
{
    ALint before = number(source, AL_SAMPLE_OFFSET);
    for (; tries > 0; tries--) {
        waitSeconds(0.02);
        if (number(source, AL_SAMPLE_OFFSET) != before) return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: game FILE\n");
        return 2;
    }
    UInt32 category = kAudioSessionCategory_AmbientSound;
    AudioSessionInitialize(NULL, NULL, interrupted, NULL);
    AudioSessionSetProperty(kAudioSessionProperty_AudioCategory, sizeof category, &category);
    AudioSessionSetActive(true);

    device = alcOpenDevice(NULL);
    context = alcCreateContext(device, NULL);
    if (!alcMakeContextCurrent(context)) {
        fprintf(stderr, "no context of OpenAL\n");
        return 3;
    }
    void *data = NULL;
    ALuint buffer = load(argv[1], &data);
    if (buffer == 0 || alGetError() != AL_NO_ERROR) {
        fprintf(stderr, "%s: no effect\n", argv[1]);
        return 3;
    }

    // Once, to the right.
    ALuint source = 0;
    alGenSources(1, &source);
    alSourcei(source, AL_BUFFER, (ALint)buffer);
    alSource3f(source, AL_POSITION, 1, 0, 0);
    alSourcePlay(source);
    if (number(source, AL_SOURCE_STATE) == AL_PLAYING) printf("playing\n");
    if (reaches(source, AL_STOPPED)) printf("stopped by itself\n");

    // Over and over, and as an interruption does it.
    alSourcei(source, AL_LOOPING, AL_TRUE);
    alSourcePlay(source);
    if (moves(source, 500)) printf("playing\n");
    AudioSessionSetActive(false);
    // What was rendered ahead is over.
    waitSeconds(0.2);
    if (!moves(source, 25)) printf("still without a session\n");
    AudioSessionSetActive(true);
    if (moves(source, 500)) printf("goes on with it\n");

    alSourceStop(source);
    alDeleteSources(1, &source);
    alDeleteBuffers(1, &buffer);
    if (alGetError() != AL_NO_ERROR) fprintf(stderr, "an error of OpenAL\n");
    alcMakeContextCurrent(NULL);
    alcDestroyContext(context);
    alcCloseDevice(device);
    free(data);
    printf("ended\n");
    return 0;
}
