#include "Extensions.h"

// Apple's extensions, and the context of a thread.

ALvoid alBufferDataStatic(
    ALint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq) {
    alBufferData((ALuint)bid, format, data, size, freq);
}

// MARK: ALC_EXT_MAC_OSX

ALvoid alcMacOSXRenderingQuality(ALint value) {
    sori_openal_set_setting(SORI_OPENAL_QUALITY, value);
}

ALvoid alMacOSXRenderChannelCount(ALint value) {
    sori_openal_set_setting(SORI_OPENAL_CHANNELS, value);
}

ALvoid alcMacOSXMixerMaxiumumBusses(ALint value) {
    sori_openal_set_setting(SORI_OPENAL_BUSSES, value);
}

ALvoid alcMacOSXMixerOutputRate(ALdouble value) {
    sori_openal_set_setting(SORI_OPENAL_RATE, value);
}

ALint alcMacOSXGetRenderingQuality(void) { return (ALint)sori_openal_setting(SORI_OPENAL_QUALITY); }

ALint alMacOSXGetRenderChannelCount(void) {
    return (ALint)sori_openal_setting(SORI_OPENAL_CHANNELS);
}

ALint alcMacOSXGetMixerMaxiumumBusses(void) {
    return (ALint)sori_openal_setting(SORI_OPENAL_BUSSES);
}

ALdouble alcMacOSXGetMixerOutputRate(void) { return sori_openal_setting(SORI_OPENAL_RATE); }

// MARK: AL_EXT_SOURCE_SPATIALIZATION

ALvoid alSourceRenderingQuality(ALuint sid, ALint value) {
    sori_openal_set_property(
        sori_openal_context(), ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH, sid, &value,
        sizeof value);
}

ALint alSourceGetRenderingQuality(ALuint sid) {
    ALint value = 0;
    ALuint size = sizeof value;
    sori_openal_property(
        sori_openal_context(), ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH, sid, &value,
        &size);
    return value;
}

// MARK: AL_EXT_SOURCE_NOTIFICATIONS

ALenum alSourceAddNotification(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData) {
    if (notifyProc == NULL) return AL_INVALID_VALUE;
    return sori_openal_add_notification(
        sori_openal_context(), sid, notificationID, notifyProc, userData);
}

ALvoid alSourceRemoveNotification(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData) {
    if (notifyProc == NULL) return;
    sori_openal_remove_notification(
        sori_openal_context(), sid, notificationID, notifyProc, userData);
}

// MARK: ALC_EXT_ASA

ALenum alcASAGetSource(ALuint property, ALuint source, ALvoid *data, ALuint *dataSize) {
    if (source == 0) return AL_INVALID_NAME;
    return sori_openal_property(sori_openal_context(), property, source, data, dataSize);
}

ALenum alcASASetSource(ALuint property, ALuint source, ALvoid *data, ALuint dataSize) {
    if (source == 0) return AL_INVALID_NAME;
    return sori_openal_set_property(
        sori_openal_context(), property, source, data, dataSize);
}

ALenum alcASAGetListener(ALuint property, ALvoid *data, ALuint *dataSize) {
    return sori_openal_property(sori_openal_context(), property, 0, data, dataSize);
}

ALenum alcASASetListener(ALuint property, ALvoid *data, ALuint dataSize) {
    return sori_openal_set_property(sori_openal_context(), property, 0, data, dataSize);
}

// MARK: ALC_EXT_thread_local_context

/// The calling thread's own context; NULL for none.
static _Thread_local void *own_context;

ALCboolean alcSetThreadContext(ALCcontext *context) {
    if (context != NULL && sori_openal_device_of(context) == NULL) {
        sori_openal_set_error(NULL, ALC_INVALID_CONTEXT);
        return ALC_FALSE;
    }
    own_context = context;
    return ALC_TRUE;
}

ALCcontext *alcGetThreadContext(void) { return own_context; }

void *sori_openal_context(void) {
    return own_context != NULL ? own_context : sori_openal_current_context();
}
