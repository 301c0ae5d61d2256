#pragma once

#include "Routing.h"

// Functions that no header declares, as on Apple's systems: programs have variables of their names.

ALvoid alBufferDataStatic(
    ALint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);

ALvoid alcMacOSXRenderingQuality(ALint value);
ALvoid alMacOSXRenderChannelCount(ALint value);
ALvoid alcMacOSXMixerMaxiumumBusses(ALint value);
ALvoid alcMacOSXMixerOutputRate(ALdouble value);
ALint alcMacOSXGetRenderingQuality(void);
ALint alMacOSXGetRenderChannelCount(void);
ALint alcMacOSXGetMixerMaxiumumBusses(void);
ALdouble alcMacOSXGetMixerOutputRate(void);

ALvoid alSourceRenderingQuality(ALuint sid, ALint value);
ALint alSourceGetRenderingQuality(ALuint sid);

ALenum alSourceAddNotification(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);
ALvoid alSourceRemoveNotification(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);

ALenum alcASAGetSource(ALuint property, ALuint source, ALvoid *data, ALuint *dataSize);
ALenum alcASASetSource(ALuint property, ALuint source, ALvoid *data, ALuint dataSize);
ALenum alcASAGetListener(ALuint property, ALvoid *data, ALuint *dataSize);
ALenum alcASASetListener(ALuint property, ALvoid *data, ALuint dataSize);

ALCboolean alcSetThreadContext(ALCcontext *context);
ALCcontext *alcGetThreadContext(void);
