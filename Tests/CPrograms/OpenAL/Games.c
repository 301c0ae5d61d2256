// The orders of calls of games: how they begin, go silent for an interruption, come back, and begin
// again after a reset of the media services.

#include <AudioToolbox/AudioToolbox.h>
#include <OpenAL/OpenAL.h>

#include <string.h>

#include "../check.h"

#define FRAMES 44100

static ALCdevice *device;
static ALCcontext *context;
static ALuint source, buffer;
// The memory of a static buffer is the program's until the buffer is deleted.
static ALshort samples[FRAMES];

static void tick(CFRunLoopTimerRef timer, void *info)
{
    (void)timer;
    (void)info;
}

// Lets the run loop run, which needs a timer for that.
static void wait_seconds(double seconds)
{
    static CFRunLoopTimerRef timer;
    if (timer == NULL) {
        timer = CFRunLoopTimerCreate(NULL, 0, 0.01, 0, 0, tick, NULL);
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopCommonModes);
    }
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, seconds, false);
}

static ALint offset_of(ALuint id)
{
    ALint frame = -1;
    alGetSourcei(id, AL_SAMPLE_OFFSET, &frame);
    return frame;
}

// Whether the position of the source changes within so many hundredths of a second.
static int moves(int hundredths)
{
    const ALint before = offset_of(source);
    for (; hundredths > 0; hundredths--) {
        wait_seconds(0.01);
        if (offset_of(source) != before) return 1;
    }
    return 0;
}

// Opens device and context with the attributes of ObjectAL, and plays an effect over and over.
static void begin(void)
{
    static const ALCint attributes[] = {
        ALC_FREQUENCY, 44100, ALC_REFRESH, 10, ALC_SYNC, 0, ALC_MONO_SOURCES, 28,
        ALC_STEREO_SOURCES, 4, 0};
    // Looked up before any device is open.
    void *address = alcGetProcAddress(NULL, "alBufferDataStatic");
    void *rate = alcGetProcAddress(NULL, "alcMacOSXMixerOutputRate");
    alBufferDataStaticProcPtr fill;
    alcMacOSXMixerOutputRateProcPtr set_rate;
    ALCint frequency = 0;

    memcpy(&fill, &address, sizeof fill);
    memcpy(&set_rate, &rate, sizeof set_rate);
    CHECK(fill != NULL && set_rate != NULL);
    set_rate(44100);
    device = alcOpenDevice(NULL);
    context = alcCreateContext(device, attributes);
    CHECK(device != NULL && context != NULL && alcMakeContextCurrent(context));
    alcGetIntegerv(device, ALC_FREQUENCY, 1, &frequency);
    CHECK(frequency == 44100 && alcGetError(device) == ALC_NO_ERROR);
    alDistanceModel(AL_INVERSE_DISTANCE_CLAMPED);
    alGenBuffers(1, &buffer);
    fill((ALint)buffer, AL_FORMAT_MONO16, samples, sizeof samples, FRAMES);
    alGenSources(1, &source);
    // As cocos2d does: the pan is the position of a source that goes with the listener.
    alSourcei(source, AL_SOURCE_RELATIVE, AL_TRUE);
    alSource3f(source, AL_POSITION, 0.5F, 0, 0);
    alSourcef(source, AL_GAIN, 0.5F);
    alSourcef(source, AL_PITCH, 1);
    alSourcei(source, AL_LOOPING, AL_TRUE);
    alSourcei(source, AL_BUFFER, (ALint)buffer);
    alSourcePlay(source);
    CHECK(alGetError() == AL_NO_ERROR && moves(500));
}

static void end(void)
{
    alSourceStop(source);
    alDeleteSources(1, &source);
    alDeleteBuffers(1, &buffer);
    CHECK(alGetError() == AL_NO_ERROR);
    CHECK(alcMakeContextCurrent(NULL));
    alcDestroyContext(context);
    CHECK(alcCloseDevice(device));
}

// Checks that the source stands still, though one may look at it.
static void check_silence(void)
{
    // What was rendered ahead is over.
    wait_seconds(0.3);
    alcMakeContextCurrent(context);
    CHECK(!moves(20));
    alcMakeContextCurrent(NULL);
}

// An interruption as most games follow it: the session first.
static void interruption_from_outside(void)
{
    ALint before;
    // Outside an interruption it answers that sound was playing; games ask for no answer.
    AudioSessionSetActive(false);
    CHECK(alcMakeContextCurrent(NULL));
    alcSuspendContext(context);
    check_silence();
    alcMakeContextCurrent(context);
    before = offset_of(source);
    alcMakeContextCurrent(NULL);
    CHECK(AudioSessionSetActive(true) == noErr);
    CHECK(alcMakeContextCurrent(context));
    CHECK(offset_of(source) == before);
    alcProcessContext(context);
    CHECK(moves(500) && alGetError() == AL_NO_ERROR);
}

// An interruption as ObjectAL follows it: the context first, and back in the reverse order.
static void interruption_from_inside(void)
{
    UInt32 category = kAudioSessionCategory_SoloAmbientSound;
    int tries = 40;
    alcSuspendContext(context);
    CHECK(alcMakeContextCurrent(NULL));
    AudioSessionSetActive(false);
    check_silence();
    CHECK(
        AudioSessionSetProperty(
            kAudioSessionProperty_AudioCategory, sizeof category, &category) == noErr);
    while (AudioSessionSetActive(true) != noErr && tries-- > 0) wait_seconds(0.2);
    CHECK(tries > 0 && alcMakeContextCurrent(context));
    alcProcessContext(context);
    CHECK(moves(500) && alGetError() == AL_NO_ERROR);
}

int main(void)
{
    UInt32 category = kAudioSessionCategory_AmbientSound;
    CHECK(AudioSessionInitialize(NULL, NULL, NULL, NULL) == noErr);
    CHECK(
        AudioSessionSetProperty(
            kAudioSessionProperty_AudioCategory, sizeof category, &category) == noErr);
    CHECK(AudioSessionSetActive(true) == noErr);
    begin();
    interruption_from_outside();
    interruption_from_inside();
    // Without a context calls fail, and the sound goes on.
    CHECK(alcMakeContextCurrent(NULL));
    alSourcePlay(source);
    CHECK(alGetError() == AL_INVALID_OPERATION && alcMakeContextCurrent(context));
    CHECK(moves(500));
    // After a reset of the media services everything is made again.
    end();
    begin();
    end();
    return 0;
}
