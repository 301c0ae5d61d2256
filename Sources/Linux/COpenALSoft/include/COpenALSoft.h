#pragma once

// OpenAL Soft, opened when it is first needed.
//
// Its headers are not needed: the functions and their types are those of OpenAL 1.1 and of its
// extensions. Only its loopback device is used, which renders into memory.

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// OpenAL Soft's own functions. Devices and contexts are addresses.
typedef struct sori_openal_functions {
    void (*alEnable)(int capability);
    void (*alDisable)(int capability);
    char (*alIsEnabled)(int capability);
    const char *(*alGetString)(int param);
    void (*alGetBooleanv)(int param, char *values);
    void (*alGetIntegerv)(int param, int *values);
    void (*alGetFloatv)(int param, float *values);
    void (*alGetDoublev)(int param, double *values);
    char (*alGetBoolean)(int param);
    int (*alGetInteger)(int param);
    float (*alGetFloat)(int param);
    double (*alGetDouble)(int param);
    int (*alGetError)(void);
    char (*alIsExtensionPresent)(const char *extname);
    void *(*alGetProcAddress)(const char *fname);
    int (*alGetEnumValue)(const char *ename);
    void (*alDopplerFactor)(float value);
    void (*alDopplerVelocity)(float value);
    void (*alSpeedOfSound)(float value);
    void (*alDistanceModel)(int distanceModel);
    void (*alListenerf)(int param, float value);
    void (*alListener3f)(int param, float value1, float value2, float value3);
    void (*alListenerfv)(int param, const float *values);
    void (*alListeneri)(int param, int value);
    void (*alListener3i)(int param, int value1, int value2, int value3);
    void (*alListeneriv)(int param, const int *values);
    void (*alGetListenerf)(int param, float *value);
    void (*alGetListener3f)(int param, float *value1, float *value2, float *value3);
    void (*alGetListenerfv)(int param, float *values);
    void (*alGetListeneri)(int param, int *value);
    void (*alGetListener3i)(int param, int *value1, int *value2, int *value3);
    void (*alGetListeneriv)(int param, int *values);
    void (*alGenSources)(int n, unsigned *sids);
    void (*alDeleteSources)(int n, const unsigned *sids);
    char (*alIsSource)(unsigned sid);
    void (*alSourcef)(unsigned sid, int param, float value);
    void (*alSource3f)(unsigned sid, int param, float value1, float value2, float value3);
    void (*alSourcefv)(unsigned sid, int param, const float *values);
    void (*alSourcei)(unsigned sid, int param, int value);
    void (*alSource3i)(unsigned sid, int param, int value1, int value2, int value3);
    void (*alSourceiv)(unsigned sid, int param, const int *values);
    void (*alGetSourcef)(unsigned sid, int param, float *value);
    void (*alGetSource3f)(unsigned sid, int param, float *value1, float *value2, float *value3);
    void (*alGetSourcefv)(unsigned sid, int param, float *values);
    void (*alGetSourcei)(unsigned sid, int param, int *value);
    void (*alGetSource3i)(unsigned sid, int param, int *value1, int *value2, int *value3);
    void (*alGetSourceiv)(unsigned sid, int param, int *values);
    void (*alSourcePlayv)(int n, const unsigned *sids);
    void (*alSourceStopv)(int n, const unsigned *sids);
    void (*alSourceRewindv)(int n, const unsigned *sids);
    void (*alSourcePausev)(int n, const unsigned *sids);
    void (*alSourcePlay)(unsigned sid);
    void (*alSourceStop)(unsigned sid);
    void (*alSourceRewind)(unsigned sid);
    void (*alSourcePause)(unsigned sid);
    void (*alSourceQueueBuffers)(unsigned sid, int numEntries, const unsigned *bids);
    void (*alSourceUnqueueBuffers)(unsigned sid, int numEntries, unsigned *bids);
    void (*alGenBuffers)(int n, unsigned *bids);
    void (*alDeleteBuffers)(int n, const unsigned *bids);
    char (*alIsBuffer)(unsigned bid);
    void (*alBufferData)(unsigned bid, int format, const void *data, int size, int freq);
    void (*alBufferf)(unsigned bid, int param, float value);
    void (*alBuffer3f)(unsigned bid, int param, float value1, float value2, float value3);
    void (*alBufferfv)(unsigned bid, int param, const float *values);
    void (*alBufferi)(unsigned bid, int param, int value);
    void (*alBuffer3i)(unsigned bid, int param, int value1, int value2, int value3);
    void (*alBufferiv)(unsigned bid, int param, const int *values);
    void (*alGetBufferf)(unsigned bid, int param, float *value);
    void (*alGetBuffer3f)(unsigned bid, int param, float *value1, float *value2, float *value3);
    void (*alGetBufferfv)(unsigned bid, int param, float *values);
    void (*alGetBufferi)(unsigned bid, int param, int *value);
    void (*alGetBuffer3i)(unsigned bid, int param, int *value1, int *value2, int *value3);
    void (*alGetBufferiv)(unsigned bid, int param, int *values);
    void *(*alcCreateContext)(void *device, const int *attrlist);
    char (*alcMakeContextCurrent)(void *context);
    void (*alcProcessContext)(void *context);
    void (*alcSuspendContext)(void *context);
    void (*alcDestroyContext)(void *context);
    char (*alcCloseDevice)(void *device);
    int (*alcGetError)(void *device);
    char (*alcIsExtensionPresent)(void *device, const char *extname);
    void *(*alcGetProcAddress)(void *device, const char *funcname);
    int (*alcGetEnumValue)(void *device, const char *enumname);
    const char *(*alcGetString)(void *device, int param);
    void (*alcGetIntegerv)(void *device, int param, int size, int *values);
    char (*alcSetThreadContext)(void *context);
    void *(*alcLoopbackOpenDeviceSOFT)(const char *name);
    char (*alcIsRenderFormatSupportedSOFT)(void *device, int frequency, int channels, int type);
    void (*alcRenderSamplesSOFT)(void *device, void *buffer, int frames);
    char (*alcResetDeviceSOFT)(void *device, const int *attributes);
    void (*alGenEffects)(int n, unsigned *effects);
    void (*alDeleteEffects)(int n, const unsigned *effects);
    void (*alEffecti)(unsigned effect, int param, int value);
    void (*alEffectf)(unsigned effect, int param, float value);
    void (*alGenFilters)(int n, unsigned *filters);
    void (*alDeleteFilters)(int n, const unsigned *filters);
    void (*alFilteri)(unsigned filter, int param, int value);
    void (*alFilterf)(unsigned filter, int param, float value);
    void (*alGenAuxiliaryEffectSlots)(int n, unsigned *slots);
    void (*alDeleteAuxiliaryEffectSlots)(int n, const unsigned *slots);
    void (*alAuxiliaryEffectSloti)(unsigned slot, int param, int value);
    void (*alAuxiliaryEffectSlotf)(unsigned slot, int param, float value);
} sori_openal_functions;

/// Opens the library, on the first call. Not on the render thread.
///
/// Returns its functions; NULL when it is not there, and `sori_openal_error` says why.
const sori_openal_functions *sori_openal_load(void);

/// Why the library is not there, as the end of a sentence.
const char *sori_openal_error(void);

/// The address of one of the library's functions; NULL without the library or the function.
void *sori_openal_find(const char *name);

/// Makes a context the calling thread's, for the functions that begin with `al`: by itself, or as the
/// one that all threads have.
///
/// Returns the functions; NULL without a context.
const sori_openal_functions *sori_openal_enter(void *context);

/// Makes a context the calling thread's own, whatever all threads have; NULL for none.
///
/// Returns the one before, to be given back.
void *sori_openal_swap(void *context);

/// Makes a context, or none, the one that all threads have.
void sori_openal_make_global(void *context);

/// Destroys a context. Threads that have entered it keep its memory until they enter another one.
void sori_openal_destroy(void *context);

#ifdef __cplusplus
}
#endif
