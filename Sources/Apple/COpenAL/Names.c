#include "Extensions.h"

#include <string.h>

// Functions and constants by their names.

#define NAMED(name) {#name, (void (*)(void))name}

static const struct {
    const char *name;
    void (*function)(void);
} functions[] = {
    NAMED(alEnable), NAMED(alDisable), NAMED(alIsEnabled), NAMED(alGetString), NAMED(alGetBooleanv),
    NAMED(alGetIntegerv), NAMED(alGetFloatv), NAMED(alGetDoublev), NAMED(alGetBoolean),
    NAMED(alGetInteger), NAMED(alGetFloat), NAMED(alGetDouble), NAMED(alGetError),
    NAMED(alIsExtensionPresent), NAMED(alGetProcAddress), NAMED(alGetEnumValue),
    NAMED(alDopplerFactor), NAMED(alDopplerVelocity), NAMED(alSpeedOfSound), NAMED(alDistanceModel),
    NAMED(alListenerf), NAMED(alListener3f), NAMED(alListenerfv), NAMED(alListeneri),
    NAMED(alListener3i), NAMED(alListeneriv), NAMED(alGetListenerf), NAMED(alGetListener3f),
    NAMED(alGetListenerfv), NAMED(alGetListeneri), NAMED(alGetListener3i), NAMED(alGetListeneriv),
    NAMED(alGenSources), NAMED(alDeleteSources), NAMED(alIsSource), NAMED(alSourcef),
    NAMED(alSource3f), NAMED(alSourcefv), NAMED(alSourcei), NAMED(alSource3i), NAMED(alSourceiv),
    NAMED(alGetSourcef), NAMED(alGetSource3f), NAMED(alGetSourcefv), NAMED(alGetSourcei),
    NAMED(alGetSource3i), NAMED(alGetSourceiv), NAMED(alSourcePlayv), NAMED(alSourceStopv),
    NAMED(alSourceRewindv), NAMED(alSourcePausev), NAMED(alSourcePlay), NAMED(alSourceStop),
    NAMED(alSourceRewind), NAMED(alSourcePause), NAMED(alSourceQueueBuffers),
    NAMED(alSourceUnqueueBuffers), NAMED(alGenBuffers), NAMED(alDeleteBuffers), NAMED(alIsBuffer),
    NAMED(alBufferData), NAMED(alBufferf), NAMED(alBuffer3f), NAMED(alBufferfv), NAMED(alBufferi),
    NAMED(alBuffer3i), NAMED(alBufferiv), NAMED(alGetBufferf), NAMED(alGetBuffer3f),
    NAMED(alGetBufferfv), NAMED(alGetBufferi), NAMED(alGetBuffer3i), NAMED(alGetBufferiv),
    NAMED(alcCreateContext), NAMED(alcMakeContextCurrent), NAMED(alcProcessContext),
    NAMED(alcSuspendContext), NAMED(alcDestroyContext), NAMED(alcGetCurrentContext),
    NAMED(alcGetContextsDevice), NAMED(alcOpenDevice), NAMED(alcCloseDevice), NAMED(alcGetError),
    NAMED(alcIsExtensionPresent), NAMED(alcGetProcAddress), NAMED(alcGetEnumValue),
    NAMED(alcGetString), NAMED(alcGetIntegerv), NAMED(alcCaptureOpenDevice),
    NAMED(alcCaptureCloseDevice), NAMED(alcCaptureStart), NAMED(alcCaptureStop),
    NAMED(alcCaptureSamples), NAMED(alBufferDataStatic), NAMED(alcMacOSXRenderingQuality),
    NAMED(alMacOSXRenderChannelCount), NAMED(alcMacOSXMixerMaxiumumBusses),
    NAMED(alcMacOSXMixerOutputRate), NAMED(alcMacOSXGetRenderingQuality),
    NAMED(alMacOSXGetRenderChannelCount), NAMED(alcMacOSXGetMixerMaxiumumBusses),
    NAMED(alcMacOSXGetMixerOutputRate), NAMED(alSourceRenderingQuality),
    NAMED(alSourceGetRenderingQuality), NAMED(alSourceAddNotification),
    NAMED(alSourceRemoveNotification), NAMED(alcASAGetSource), NAMED(alcASASetSource),
    NAMED(alcASAGetListener), NAMED(alcASASetListener), NAMED(alcSetThreadContext),
    NAMED(alcGetThreadContext),
};

#undef NAMED
#define NAMED(name) {#name, name}

static const struct {
    const char *name;
    int value;
} constants[] = {
    NAMED(AL_INVALID), NAMED(AL_NONE), NAMED(AL_FALSE), NAMED(AL_TRUE), NAMED(AL_SOURCE_RELATIVE),
    NAMED(AL_CONE_INNER_ANGLE), NAMED(AL_CONE_OUTER_ANGLE), NAMED(AL_PITCH), NAMED(AL_POSITION),
    NAMED(AL_DIRECTION), NAMED(AL_VELOCITY), NAMED(AL_LOOPING), NAMED(AL_BUFFER), NAMED(AL_GAIN),
    NAMED(AL_MIN_GAIN), NAMED(AL_MAX_GAIN), NAMED(AL_ORIENTATION), NAMED(AL_CHANNEL_MASK),
    NAMED(AL_SOURCE_STATE), NAMED(AL_INITIAL), NAMED(AL_PLAYING), NAMED(AL_PAUSED),
    NAMED(AL_STOPPED), NAMED(AL_BUFFERS_QUEUED), NAMED(AL_BUFFERS_PROCESSED),
    NAMED(AL_REFERENCE_DISTANCE), NAMED(AL_ROLLOFF_FACTOR), NAMED(AL_CONE_OUTER_GAIN),
    NAMED(AL_MAX_DISTANCE), NAMED(AL_SEC_OFFSET), NAMED(AL_SAMPLE_OFFSET), NAMED(AL_BYTE_OFFSET),
    NAMED(AL_SOURCE_TYPE), NAMED(AL_STATIC), NAMED(AL_STREAMING), NAMED(AL_UNDETERMINED),
    NAMED(AL_FORMAT_MONO8), NAMED(AL_FORMAT_MONO16), NAMED(AL_FORMAT_STEREO8),
    NAMED(AL_FORMAT_STEREO16), NAMED(AL_FREQUENCY), NAMED(AL_BITS), NAMED(AL_CHANNELS),
    NAMED(AL_SIZE), NAMED(AL_UNUSED), NAMED(AL_PENDING), NAMED(AL_PROCESSED), NAMED(AL_NO_ERROR),
    NAMED(AL_INVALID_NAME), NAMED(AL_ILLEGAL_ENUM), NAMED(AL_INVALID_ENUM), NAMED(AL_INVALID_VALUE),
    NAMED(AL_ILLEGAL_COMMAND), NAMED(AL_INVALID_OPERATION), NAMED(AL_OUT_OF_MEMORY),
    NAMED(AL_VENDOR), NAMED(AL_VERSION), NAMED(AL_RENDERER), NAMED(AL_EXTENSIONS),
    NAMED(AL_DOPPLER_FACTOR), NAMED(AL_DOPPLER_VELOCITY), NAMED(AL_SPEED_OF_SOUND),
    NAMED(AL_DISTANCE_MODEL), NAMED(AL_INVERSE_DISTANCE), NAMED(AL_INVERSE_DISTANCE_CLAMPED),
    NAMED(AL_LINEAR_DISTANCE), NAMED(AL_LINEAR_DISTANCE_CLAMPED), NAMED(AL_EXPONENT_DISTANCE),
    NAMED(AL_EXPONENT_DISTANCE_CLAMPED), NAMED(ALC_FALSE), NAMED(ALC_TRUE), NAMED(ALC_FREQUENCY),
    NAMED(ALC_REFRESH), NAMED(ALC_SYNC), NAMED(ALC_MONO_SOURCES), NAMED(ALC_STEREO_SOURCES),
    NAMED(ALC_NO_ERROR), NAMED(ALC_INVALID_DEVICE), NAMED(ALC_INVALID_CONTEXT),
    NAMED(ALC_INVALID_ENUM), NAMED(ALC_INVALID_VALUE), NAMED(ALC_OUT_OF_MEMORY),
    NAMED(ALC_MAJOR_VERSION), NAMED(ALC_MINOR_VERSION), NAMED(ALC_ATTRIBUTES_SIZE),
    NAMED(ALC_ALL_ATTRIBUTES), NAMED(ALC_DEFAULT_DEVICE_SPECIFIER), NAMED(ALC_DEVICE_SPECIFIER),
    NAMED(ALC_EXTENSIONS), NAMED(ALC_DEFAULT_ALL_DEVICES_SPECIFIER),
    NAMED(ALC_ALL_DEVICES_SPECIFIER), NAMED(ALC_CAPTURE_DEVICE_SPECIFIER),
    NAMED(ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER), NAMED(ALC_CAPTURE_SAMPLES),
    NAMED(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH),
    NAMED(ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW),
    NAMED(ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES),
    NAMED(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO),
    NAMED(ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL), NAMED(AL_GAMEKIT),
    NAMED(AL_QUEUE_HAS_LOOPED), NAMED(ALC_ASA_REVERB_ON), NAMED(ALC_ASA_REVERB_GLOBAL_LEVEL),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE), NAMED(ALC_ASA_REVERB_QUALITY), NAMED(ALC_ASA_REVERB_PRESET),
    NAMED(ALC_ASA_REVERB_EQ_GAIN), NAMED(ALC_ASA_REVERB_EQ_BANDWITH), NAMED(ALC_ASA_REVERB_EQ_FREQ),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_SmallRoom), NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumRoom),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeRoom), NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeHall), NAMED(ALC_ASA_REVERB_ROOM_TYPE_Plate),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumChamber), NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeChamber),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_Cathedral), NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall2), NAMED(ALC_ASA_REVERB_ROOM_TYPE_MediumHall3),
    NAMED(ALC_ASA_REVERB_ROOM_TYPE_LargeHall2), NAMED(ALC_ASA_REVERB_QUALITY_Max),
    NAMED(ALC_ASA_REVERB_QUALITY_High), NAMED(ALC_ASA_REVERB_QUALITY_Medium),
    NAMED(ALC_ASA_REVERB_QUALITY_Low), NAMED(ALC_ASA_REVERB_SEND_LEVEL), NAMED(ALC_ASA_OCCLUSION),
    NAMED(ALC_ASA_OBSTRUCTION),
    {"AL_FORMAT_MONO_FLOAT32", 0x10010}, {"AL_FORMAT_STEREO_FLOAT32", 0x10011},
    {"ALC_CONNECTED", 0x313},
};

void *sori_openal_function(const char *name) {
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        void *address = NULL;
        memcpy(&address, &functions[index].function, sizeof address);
        if (strcmp(functions[index].name, name) == 0) return address;
    }
    return NULL;
}

int sori_openal_constant(const char *name) {
    for (size_t index = 0; index < sizeof constants / sizeof *constants; index++) {
        if (strcmp(constants[index].name, name) == 0) return constants[index].value;
    }
    return 0;
}
