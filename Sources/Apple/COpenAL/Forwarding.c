#include "Routing.h"

// The functions that OpenAL Soft answers, in the calling app's current context.

void alEnable(ALenum capability) { FORWARD(alEnable, (capability)) }
void alDisable(ALenum capability) { FORWARD(alDisable, (capability)) }
ALboolean alIsEnabled(ALenum capability) { ANSWER(alIsEnabled, (capability)) }
void alGetBooleanv(ALenum param, ALboolean *values) { FORWARD(alGetBooleanv, (param, values)) }
void alGetIntegerv(ALenum param, ALint *values) { FORWARD(alGetIntegerv, (param, values)) }
void alGetFloatv(ALenum param, ALfloat *values) { FORWARD(alGetFloatv, (param, values)) }
void alGetDoublev(ALenum param, ALdouble *values) { FORWARD(alGetDoublev, (param, values)) }
ALboolean alGetBoolean(ALenum param) { ANSWER(alGetBoolean, (param)) }
ALint alGetInteger(ALenum param) { ANSWER(alGetInteger, (param)) }
ALfloat alGetFloat(ALenum param) { ANSWER(alGetFloat, (param)) }
ALdouble alGetDouble(ALenum param) { ANSWER(alGetDouble, (param)) }
void alDopplerFactor(ALfloat value) { FORWARD(alDopplerFactor, (value)) }
void alDopplerVelocity(ALfloat value) { FORWARD(alDopplerVelocity, (value)) }
void alSpeedOfSound(ALfloat value) { FORWARD(alSpeedOfSound, (value)) }
void alDistanceModel(ALenum distanceModel) { FORWARD(alDistanceModel, (distanceModel)) }
void alListenerf(ALenum param, ALfloat value) { FORWARD(alListenerf, (param, value)) }
void alListener3f(ALenum param, ALfloat value1, ALfloat value2, ALfloat value3) {
    FORWARD(alListener3f, (param, value1, value2, value3))
}
void alListenerfv(ALenum param, const ALfloat *values) { FORWARD(alListenerfv, (param, values)) }
void alListeneri(ALenum param, ALint value) { FORWARD(alListeneri, (param, value)) }
void alListener3i(ALenum param, ALint value1, ALint value2, ALint value3) {
    FORWARD(alListener3i, (param, value1, value2, value3))
}
void alListeneriv(ALenum param, const ALint *values) { FORWARD(alListeneriv, (param, values)) }
void alGetListenerf(ALenum param, ALfloat *value) { FORWARD(alGetListenerf, (param, value)) }
void alGetListener3f(ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3) {
    FORWARD(alGetListener3f, (param, value1, value2, value3))
}
void alGetListenerfv(ALenum param, ALfloat *values) { FORWARD(alGetListenerfv, (param, values)) }
void alGetListeneri(ALenum param, ALint *value) { FORWARD(alGetListeneri, (param, value)) }
void alGetListener3i(ALenum param, ALint *value1, ALint *value2, ALint *value3) {
    FORWARD(alGetListener3i, (param, value1, value2, value3))
}
void alGetListeneriv(ALenum param, ALint *values) { FORWARD(alGetListeneriv, (param, values)) }
void alGenSources(ALsizei n, ALuint *sids) { FORWARD(alGenSources, (n, sids)) }
ALboolean alIsSource(ALuint sid) { ANSWER(alIsSource, (sid)) }
void alSourcef(ALuint sid, ALenum param, ALfloat value) { FORWARD(alSourcef, (sid, param, value)) }
void alSource3f(ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3) {
    FORWARD(alSource3f, (sid, param, value1, value2, value3))
}
void alSourcefv(ALuint sid, ALenum param, const ALfloat *values) {
    FORWARD(alSourcefv, (sid, param, values))
}
void alSourcei(ALuint sid, ALenum param, ALint value) { FORWARD(alSourcei, (sid, param, value)) }
void alSource3i(ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3) {
    FORWARD(alSource3i, (sid, param, value1, value2, value3))
}
void alSourceiv(ALuint sid, ALenum param, const ALint *values) {
    FORWARD(alSourceiv, (sid, param, values))
}
void alGetSourcef(ALuint sid, ALenum param, ALfloat *value) {
    FORWARD(alGetSourcef, (sid, param, value))
}
void alGetSource3f(ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3) {
    FORWARD(alGetSource3f, (sid, param, value1, value2, value3))
}
void alGetSourcefv(ALuint sid, ALenum param, ALfloat *values) {
    FORWARD(alGetSourcefv, (sid, param, values))
}
void alGetSourcei(ALuint sid, ALenum param, ALint *value) {
    FORWARD(alGetSourcei, (sid, param, value))
}
void alGetSource3i(ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3) {
    FORWARD(alGetSource3i, (sid, param, value1, value2, value3))
}
void alGetSourceiv(ALuint sid, ALenum param, ALint *values) {
    FORWARD(alGetSourceiv, (sid, param, values))
}
void alSourceQueueBuffers(ALuint sid, ALsizei numEntries, const ALuint *bids) {
    FORWARD(alSourceQueueBuffers, (sid, numEntries, bids))
}
void alSourceUnqueueBuffers(ALuint sid, ALsizei numEntries, ALuint *bids) {
    FORWARD(alSourceUnqueueBuffers, (sid, numEntries, bids))
}
void alGenBuffers(ALsizei n, ALuint *bids) { FORWARD(alGenBuffers, (n, bids)) }
void alDeleteBuffers(ALsizei n, const ALuint *bids) { FORWARD(alDeleteBuffers, (n, bids)) }
ALboolean alIsBuffer(ALuint bid) { ANSWER(alIsBuffer, (bid)) }
void alBufferData(ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq) {
    FORWARD(alBufferData, (bid, format, data, size, freq))
}
void alBufferf(ALuint bid, ALenum param, ALfloat value) { FORWARD(alBufferf, (bid, param, value)) }
void alBuffer3f(ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3) {
    FORWARD(alBuffer3f, (bid, param, value1, value2, value3))
}
void alBufferfv(ALuint bid, ALenum param, const ALfloat *values) {
    FORWARD(alBufferfv, (bid, param, values))
}
void alBufferi(ALuint bid, ALenum param, ALint value) { FORWARD(alBufferi, (bid, param, value)) }
void alBuffer3i(ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3) {
    FORWARD(alBuffer3i, (bid, param, value1, value2, value3))
}
void alBufferiv(ALuint bid, ALenum param, const ALint *values) {
    FORWARD(alBufferiv, (bid, param, values))
}
void alGetBufferf(ALuint bid, ALenum param, ALfloat *value) {
    FORWARD(alGetBufferf, (bid, param, value))
}
void alGetBuffer3f(ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3) {
    FORWARD(alGetBuffer3f, (bid, param, value1, value2, value3))
}
void alGetBufferfv(ALuint bid, ALenum param, ALfloat *values) {
    FORWARD(alGetBufferfv, (bid, param, values))
}
void alGetBufferi(ALuint bid, ALenum param, ALint *value) {
    FORWARD(alGetBufferi, (bid, param, value))
}
void alGetBuffer3i(ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3) {
    FORWARD(alGetBuffer3i, (bid, param, value1, value2, value3))
}
void alGetBufferiv(ALuint bid, ALenum param, ALint *values) {
    FORWARD(alGetBufferiv, (bid, param, values))
}
