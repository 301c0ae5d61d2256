#pragma once

// OpenAL 1.1: sources of sound around a listener.
//
// Any thread. A context belongs to the app; its threads have the same current one. A call without a
// current context does nothing, and `alGetError` then returns `AL_INVALID_OPERATION`.
// A call with an invalid argument does nothing but set the error. The sound is a stream of the app:
// its audio session decides whether it is heard.

#if defined(__cplusplus)
extern "C" {
#endif

#define AL_API extern
#define ALAPI AL_API
#define AL_APIENTRY
#define ALAPIENTRY AL_APIENTRY

#define OPENAL
#define AL_VERSION_1_0
#define AL_VERSION_1_1

/// A truth value in eight bits: `AL_TRUE` or `AL_FALSE`.
typedef char ALboolean;
/// A character of a string that ends with zero.
typedef char ALchar;
/// An integer of eight bits.
typedef char ALbyte;
/// An unsigned integer of eight bits.
typedef unsigned char ALubyte;
/// An integer of 16 bits.
typedef short ALshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALushort;
/// An integer of 32 bits.
typedef int ALint;
/// An unsigned integer of 32 bits; the name of a source or of a buffer.
typedef unsigned int ALuint;
/// A number of bytes, of things, or of frames a second.
typedef int ALsizei;
/// One of the constants below.
typedef int ALenum;
/// A number of single precision.
typedef float ALfloat;
/// A number of double precision.
typedef double ALdouble;
/// No type.
typedef void ALvoid;

#define AL_INVALID (-1)
#define AL_NONE 0
#define AL_FALSE 0
#define AL_TRUE 1

// Properties of a source; some are the listener's too.
/// Whether the position is relative to the listener.
#define AL_SOURCE_RELATIVE 0x202
/// The angle in degrees within which the source has its full gain.
#define AL_CONE_INNER_ANGLE 0x1001
/// The angle in degrees outside of which it has the outer gain.
#define AL_CONE_OUTER_ANGLE 0x1002
/// The speed of the sound; 1 is its own.
#define AL_PITCH 0x1003
/// Three numbers: right, up, towards the listener's back.
#define AL_POSITION 0x1004
/// The direction of the cone; zero for all directions.
#define AL_DIRECTION 0x1005
/// The velocity for the Doppler effect.
#define AL_VELOCITY 0x1006
/// Whether the sound begins again at its end.
#define AL_LOOPING 0x1007
/// The buffer of a static source; zero removes it.
#define AL_BUFFER 0x1009
/// The linear gain; 1 leaves the sound as it is.
#define AL_GAIN 0x100A
/// The smallest gain after attenuation.
#define AL_MIN_GAIN 0x100D
/// The largest gain after attenuation.
#define AL_MAX_GAIN 0x100E
/// The listener's two vectors of three numbers: ahead, then up.
#define AL_ORIENTATION 0x100F
/// Without effect.
#define AL_CHANNEL_MASK 0x3000
/// The state, one of the next four.
#define AL_SOURCE_STATE 0x1010
#define AL_INITIAL 0x1011
#define AL_PLAYING 0x1012
#define AL_PAUSED 0x1013
#define AL_STOPPED 0x1014
/// The number of buffers in the queue, processed ones included.
#define AL_BUFFERS_QUEUED 0x1015
/// The number of buffers that have been played.
#define AL_BUFFERS_PROCESSED 0x1016
/// The distance at which the gain is the source's own.
#define AL_REFERENCE_DISTANCE 0x1020
/// How fast the gain falls with the distance.
#define AL_ROLLOFF_FACTOR 0x1021
/// The gain outside of the outer cone.
#define AL_CONE_OUTER_GAIN 0x1022
/// The distance beyond which clamped models attenuate no further.
#define AL_MAX_DISTANCE 0x1023
/// The position in the sound in seconds.
#define AL_SEC_OFFSET 0x1024
/// The position in frames.
#define AL_SAMPLE_OFFSET 0x1025
/// The position in bytes.
#define AL_BYTE_OFFSET 0x1026
/// The type, one of the next three.
#define AL_SOURCE_TYPE 0x1027
#define AL_STATIC 0x1028
#define AL_STREAMING 0x1029
#define AL_UNDETERMINED 0x1030

// Formats of a buffer's samples. Eight bits are unsigned.
#define AL_FORMAT_MONO8 0x1100
#define AL_FORMAT_MONO16 0x1101
#define AL_FORMAT_STEREO8 0x1102
#define AL_FORMAT_STEREO16 0x1103

// Properties of a buffer.
/// The sample rate in Hz.
#define AL_FREQUENCY 0x2001
#define AL_BITS 0x2002
#define AL_CHANNELS 0x2003
/// The size in bytes.
#define AL_SIZE 0x2004
#define AL_UNUSED 0x2010
#define AL_PENDING 0x2011
#define AL_PROCESSED 0x2012

// Errors. The first one stays until `alGetError` has returned it.
#define AL_NO_ERROR AL_FALSE
/// There is no such source or buffer.
#define AL_INVALID_NAME 0xA001
#define AL_ILLEGAL_ENUM 0xA002
/// There is no such property or constant.
#define AL_INVALID_ENUM 0xA002
/// The value is not allowed.
#define AL_INVALID_VALUE 0xA003
#define AL_ILLEGAL_COMMAND 0xA004
/// Not in this state, or without a context.
#define AL_INVALID_OPERATION 0xA004
#define AL_OUT_OF_MEMORY 0xA005

// Strings.
#define AL_VENDOR 0xB001
#define AL_VERSION 0xB002
#define AL_RENDERER 0xB003
/// The names of the extensions, with spaces between them.
#define AL_EXTENSIONS 0xB004

// Properties of a context.
#define AL_DOPPLER_FACTOR 0xC000
/// Of OpenAL 1.0.
#define AL_DOPPLER_VELOCITY 0xC001
/// In units of distance a second; 343.3 at first.
#define AL_SPEED_OF_SOUND 0xC003
/// How the gain falls with the distance, one of the next six.
#define AL_DISTANCE_MODEL 0xD000
#define AL_INVERSE_DISTANCE 0xD001
/// The model at first.
#define AL_INVERSE_DISTANCE_CLAMPED 0xD002
#define AL_LINEAR_DISTANCE 0xD003
#define AL_LINEAR_DISTANCE_CLAMPED 0xD004
#define AL_EXPONENT_DISTANCE 0xD005
#define AL_EXPONENT_DISTANCE_CLAMPED 0xD006

// The context.
AL_API void AL_APIENTRY alEnable(ALenum capability);
AL_API void AL_APIENTRY alDisable(ALenum capability);
AL_API ALboolean AL_APIENTRY alIsEnabled(ALenum capability);
/// Returns a string, or NULL without a context.
AL_API const ALchar *AL_APIENTRY alGetString(ALenum param);
AL_API void AL_APIENTRY alGetBooleanv(ALenum param, ALboolean *values);
AL_API void AL_APIENTRY alGetIntegerv(ALenum param, ALint *values);
AL_API void AL_APIENTRY alGetFloatv(ALenum param, ALfloat *values);
AL_API void AL_APIENTRY alGetDoublev(ALenum param, ALdouble *values);
AL_API ALboolean AL_APIENTRY alGetBoolean(ALenum param);
AL_API ALint AL_APIENTRY alGetInteger(ALenum param);
AL_API ALfloat AL_APIENTRY alGetFloat(ALenum param);
AL_API ALdouble AL_APIENTRY alGetDouble(ALenum param);
/// Returns the first error since the last call, and forgets it.
AL_API ALenum AL_APIENTRY alGetError(void);
/// Whether an extension is there; its name is compared without case.
AL_API ALboolean AL_APIENTRY alIsExtensionPresent(const ALchar *extname);
/// Returns the address of a function of OpenAL or of an extension; NULL for an unknown name.
AL_API void *AL_APIENTRY alGetProcAddress(const ALchar *fname);
/// Returns the value of the constant with this name; zero for an unknown one.
AL_API ALenum AL_APIENTRY alGetEnumValue(const ALchar *ename);
AL_API void AL_APIENTRY alDopplerFactor(ALfloat value);
AL_API void AL_APIENTRY alDopplerVelocity(ALfloat value);
AL_API void AL_APIENTRY alSpeedOfSound(ALfloat value);
/// Sets how the gain falls with the distance.
AL_API void AL_APIENTRY alDistanceModel(ALenum distanceModel);

// The listener.
AL_API void AL_APIENTRY alListenerf(ALenum param, ALfloat value);
AL_API void AL_APIENTRY alListener3f(ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
AL_API void AL_APIENTRY alListenerfv(ALenum param, const ALfloat *values);
AL_API void AL_APIENTRY alListeneri(ALenum param, ALint value);
AL_API void AL_APIENTRY alListener3i(ALenum param, ALint value1, ALint value2, ALint value3);
AL_API void AL_APIENTRY alListeneriv(ALenum param, const ALint *values);
AL_API void AL_APIENTRY alGetListenerf(ALenum param, ALfloat *value);
AL_API void AL_APIENTRY alGetListener3f(
    ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
AL_API void AL_APIENTRY alGetListenerfv(ALenum param, ALfloat *values);
AL_API void AL_APIENTRY alGetListeneri(ALenum param, ALint *value);
AL_API void AL_APIENTRY alGetListener3i(ALenum param, ALint *value1, ALint *value2, ALint *value3);
AL_API void AL_APIENTRY alGetListeneriv(ALenum param, ALint *values);

// Sources. `alSourcePlay` activates the app's session if nothing of OpenAL has been playing.
/// Makes sources and writes their names.
AL_API void AL_APIENTRY alGenSources(ALsizei n, ALuint *sids);
/// Stops and deletes sources.
AL_API void AL_APIENTRY alDeleteSources(ALsizei n, const ALuint *sids);
AL_API ALboolean AL_APIENTRY alIsSource(ALuint sid);
AL_API void AL_APIENTRY alSourcef(ALuint sid, ALenum param, ALfloat value);
AL_API void AL_APIENTRY alSource3f(
    ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
AL_API void AL_APIENTRY alSourcefv(ALuint sid, ALenum param, const ALfloat *values);
AL_API void AL_APIENTRY alSourcei(ALuint sid, ALenum param, ALint value);
AL_API void AL_APIENTRY alSource3i(
    ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3);
AL_API void AL_APIENTRY alSourceiv(ALuint sid, ALenum param, const ALint *values);
AL_API void AL_APIENTRY alGetSourcef(ALuint sid, ALenum param, ALfloat *value);
AL_API void AL_APIENTRY alGetSource3f(
    ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
AL_API void AL_APIENTRY alGetSourcefv(ALuint sid, ALenum param, ALfloat *values);
AL_API void AL_APIENTRY alGetSourcei(ALuint sid, ALenum param, ALint *value);
AL_API void AL_APIENTRY alGetSource3i(
    ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
AL_API void AL_APIENTRY alGetSourceiv(ALuint sid, ALenum param, ALint *values);
AL_API void AL_APIENTRY alSourcePlayv(ALsizei n, const ALuint *sids);
AL_API void AL_APIENTRY alSourceStopv(ALsizei n, const ALuint *sids);
AL_API void AL_APIENTRY alSourceRewindv(ALsizei n, const ALuint *sids);
AL_API void AL_APIENTRY alSourcePausev(ALsizei n, const ALuint *sids);
/// Starts a source, or resumes a paused one; one that is playing starts again.
AL_API void AL_APIENTRY alSourcePlay(ALuint sid);
/// Stops a source; all buffers of its queue then are processed.
AL_API void AL_APIENTRY alSourceStop(ALuint sid);
/// Stops a source and makes its state `AL_INITIAL`.
AL_API void AL_APIENTRY alSourceRewind(ALuint sid);
/// Pauses a source that is playing.
AL_API void AL_APIENTRY alSourcePause(ALuint sid);
/// Adds buffers to the end of a source's queue.
AL_API void AL_APIENTRY alSourceQueueBuffers(ALuint sid, ALsizei numEntries, const ALuint *bids);
/// Removes the oldest buffers, which must be processed, and writes their names.
AL_API void AL_APIENTRY alSourceUnqueueBuffers(ALuint sid, ALsizei numEntries, ALuint *bids);

// Buffers. A buffer copies the data that it gets.
/// Makes buffers and writes their names.
AL_API void AL_APIENTRY alGenBuffers(ALsizei n, ALuint *bids);
/// Deletes buffers that no source has.
AL_API void AL_APIENTRY alDeleteBuffers(ALsizei n, const ALuint *bids);
AL_API ALboolean AL_APIENTRY alIsBuffer(ALuint bid);
/// Fills a buffer with a copy of the data.
AL_API void AL_APIENTRY alBufferData(
    ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);
AL_API void AL_APIENTRY alBufferf(ALuint bid, ALenum param, ALfloat value);
AL_API void AL_APIENTRY alBuffer3f(
    ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
AL_API void AL_APIENTRY alBufferfv(ALuint bid, ALenum param, const ALfloat *values);
AL_API void AL_APIENTRY alBufferi(ALuint bid, ALenum param, ALint value);
AL_API void AL_APIENTRY alBuffer3i(
    ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3);
AL_API void AL_APIENTRY alBufferiv(ALuint bid, ALenum param, const ALint *values);
AL_API void AL_APIENTRY alGetBufferf(ALuint bid, ALenum param, ALfloat *value);
AL_API void AL_APIENTRY alGetBuffer3f(
    ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
AL_API void AL_APIENTRY alGetBufferfv(ALuint bid, ALenum param, ALfloat *values);
AL_API void AL_APIENTRY alGetBufferi(ALuint bid, ALenum param, ALint *value);
AL_API void AL_APIENTRY alGetBuffer3i(
    ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
AL_API void AL_APIENTRY alGetBufferiv(ALuint bid, ALenum param, ALint *values);

// The types of the functions.
typedef void (AL_APIENTRY *LPALENABLE)(ALenum capability);
typedef void (AL_APIENTRY *LPALDISABLE)(ALenum capability);
typedef ALboolean (AL_APIENTRY *LPALISENABLED)(ALenum capability);
typedef const ALchar *(AL_APIENTRY *LPALGETSTRING)(ALenum param);
typedef void (AL_APIENTRY *LPALGETBOOLEANV)(ALenum param, ALboolean *values);
typedef void (AL_APIENTRY *LPALGETINTEGERV)(ALenum param, ALint *values);
typedef void (AL_APIENTRY *LPALGETFLOATV)(ALenum param, ALfloat *values);
typedef void (AL_APIENTRY *LPALGETDOUBLEV)(ALenum param, ALdouble *values);
typedef ALboolean (AL_APIENTRY *LPALGETBOOLEAN)(ALenum param);
typedef ALint (AL_APIENTRY *LPALGETINTEGER)(ALenum param);
typedef ALfloat (AL_APIENTRY *LPALGETFLOAT)(ALenum param);
typedef ALdouble (AL_APIENTRY *LPALGETDOUBLE)(ALenum param);
typedef ALenum (AL_APIENTRY *LPALGETERROR)(void);
typedef ALboolean (AL_APIENTRY *LPALISEXTENSIONPRESENT)(const ALchar *extname);
typedef void *(AL_APIENTRY *LPALGETPROCADDRESS)(const ALchar *fname);
typedef ALenum (AL_APIENTRY *LPALGETENUMVALUE)(const ALchar *ename);
typedef void (AL_APIENTRY *LPALDOPPLERFACTOR)(ALfloat value);
typedef void (AL_APIENTRY *LPALDOPPLERVELOCITY)(ALfloat value);
typedef void (AL_APIENTRY *LPALSPEEDOFSOUND)(ALfloat value);
typedef void (AL_APIENTRY *LPALDISTANCEMODEL)(ALenum distanceModel);
typedef void (AL_APIENTRY *LPALLISTENERF)(ALenum param, ALfloat value);
typedef void (AL_APIENTRY *LPALLISTENER3F)(
    ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
typedef void (AL_APIENTRY *LPALLISTENERFV)(ALenum param, const ALfloat *values);
typedef void (AL_APIENTRY *LPALLISTENERI)(ALenum param, ALint value);
typedef void (AL_APIENTRY *LPALLISTENER3I)(ALenum param, ALint value1, ALint value2, ALint value3);
typedef void (AL_APIENTRY *LPALLISTENERIV)(ALenum param, const ALint *values);
typedef void (AL_APIENTRY *LPALGETLISTENERF)(ALenum param, ALfloat *value);
typedef void (AL_APIENTRY *LPALGETLISTENER3F)(
    ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
typedef void (AL_APIENTRY *LPALGETLISTENERFV)(ALenum param, ALfloat *values);
typedef void (AL_APIENTRY *LPALGETLISTENERI)(ALenum param, ALint *value);
typedef void (AL_APIENTRY *LPALGETLISTENER3I)(
    ALenum param, ALint *value1, ALint *value2, ALint *value3);
typedef void (AL_APIENTRY *LPALGETLISTENERIV)(ALenum param, ALint *values);
typedef void (AL_APIENTRY *LPALGENSOURCES)(ALsizei n, ALuint *sids);
typedef void (AL_APIENTRY *LPALDELETESOURCES)(ALsizei n, const ALuint *sids);
typedef ALboolean (AL_APIENTRY *LPALISSOURCE)(ALuint sid);
typedef void (AL_APIENTRY *LPALSOURCEF)(ALuint sid, ALenum param, ALfloat value);
typedef void (AL_APIENTRY *LPALSOURCE3F)(
    ALuint sid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
typedef void (AL_APIENTRY *LPALSOURCEFV)(ALuint sid, ALenum param, const ALfloat *values);
typedef void (AL_APIENTRY *LPALSOURCEI)(ALuint sid, ALenum param, ALint value);
typedef void (AL_APIENTRY *LPALSOURCE3I)(
    ALuint sid, ALenum param, ALint value1, ALint value2, ALint value3);
typedef void (AL_APIENTRY *LPALSOURCEIV)(ALuint sid, ALenum param, const ALint *values);
typedef void (AL_APIENTRY *LPALGETSOURCEF)(ALuint sid, ALenum param, ALfloat *value);
typedef void (AL_APIENTRY *LPALGETSOURCE3F)(
    ALuint sid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
typedef void (AL_APIENTRY *LPALGETSOURCEFV)(ALuint sid, ALenum param, ALfloat *values);
typedef void (AL_APIENTRY *LPALGETSOURCEI)(ALuint sid, ALenum param, ALint *value);
typedef void (AL_APIENTRY *LPALGETSOURCE3I)(
    ALuint sid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
typedef void (AL_APIENTRY *LPALGETSOURCEIV)(ALuint sid, ALenum param, ALint *values);
typedef void (AL_APIENTRY *LPALSOURCEPLAYV)(ALsizei n, const ALuint *sids);
typedef void (AL_APIENTRY *LPALSOURCESTOPV)(ALsizei n, const ALuint *sids);
typedef void (AL_APIENTRY *LPALSOURCEREWINDV)(ALsizei n, const ALuint *sids);
typedef void (AL_APIENTRY *LPALSOURCEPAUSEV)(ALsizei n, const ALuint *sids);
typedef void (AL_APIENTRY *LPALSOURCEPLAY)(ALuint sid);
typedef void (AL_APIENTRY *LPALSOURCESTOP)(ALuint sid);
typedef void (AL_APIENTRY *LPALSOURCEREWIND)(ALuint sid);
typedef void (AL_APIENTRY *LPALSOURCEPAUSE)(ALuint sid);
typedef void (AL_APIENTRY *LPALSOURCEQUEUEBUFFERS)(
    ALuint sid, ALsizei numEntries, const ALuint *bids);
typedef void (AL_APIENTRY *LPALSOURCEUNQUEUEBUFFERS)(ALuint sid, ALsizei numEntries, ALuint *bids);
typedef void (AL_APIENTRY *LPALGENBUFFERS)(ALsizei n, ALuint *bids);
typedef void (AL_APIENTRY *LPALDELETEBUFFERS)(ALsizei n, const ALuint *bids);
typedef ALboolean (AL_APIENTRY *LPALISBUFFER)(ALuint bid);
typedef void (AL_APIENTRY *LPALBUFFERDATA)(
    ALuint bid, ALenum format, const ALvoid *data, ALsizei size, ALsizei freq);
typedef void (AL_APIENTRY *LPALBUFFERF)(ALuint bid, ALenum param, ALfloat value);
typedef void (AL_APIENTRY *LPALBUFFER3F)(
    ALuint bid, ALenum param, ALfloat value1, ALfloat value2, ALfloat value3);
typedef void (AL_APIENTRY *LPALBUFFERFV)(ALuint bid, ALenum param, const ALfloat *values);
typedef void (AL_APIENTRY *LPALBUFFERI)(ALuint bid, ALenum param, ALint value);
typedef void (AL_APIENTRY *LPALBUFFER3I)(
    ALuint bid, ALenum param, ALint value1, ALint value2, ALint value3);
typedef void (AL_APIENTRY *LPALBUFFERIV)(ALuint bid, ALenum param, const ALint *values);
typedef void (AL_APIENTRY *LPALGETBUFFERF)(ALuint bid, ALenum param, ALfloat *value);
typedef void (AL_APIENTRY *LPALGETBUFFER3F)(
    ALuint bid, ALenum param, ALfloat *value1, ALfloat *value2, ALfloat *value3);
typedef void (AL_APIENTRY *LPALGETBUFFERFV)(ALuint bid, ALenum param, ALfloat *values);
typedef void (AL_APIENTRY *LPALGETBUFFERI)(ALuint bid, ALenum param, ALint *value);
typedef void (AL_APIENTRY *LPALGETBUFFER3I)(
    ALuint bid, ALenum param, ALint *value1, ALint *value2, ALint *value3);
typedef void (AL_APIENTRY *LPALGETBUFFERIV)(ALuint bid, ALenum param, ALint *values);

#if defined(__cplusplus)
}
#endif
