#pragma once

// Devices and contexts of OpenAL 1.1.
//
// Any thread. A device is the app's output, or its microphone for capture: one stream of the app.
// Devices and contexts of one app are unknown to another. An error is kept for each device, and
// for calls without one.

#if defined(__cplusplus)
extern "C" {
#endif

#define ALC_API extern
#define ALCAPI ALC_API
#define ALC_APIENTRY
#define ALCAPIENTRY ALC_APIENTRY

#define ALC_INVALID 0
#define ALC_VERSION_0_1 1

/// A device.
typedef struct ALCdevice_struct ALCdevice;
/// A context: a listener and its sources.
typedef struct ALCcontext_struct ALCcontext;

/// A truth value in eight bits: `ALC_TRUE` or `ALC_FALSE`.
typedef char ALCboolean;
/// A character of a string that ends with zero.
typedef char ALCchar;
/// An integer of eight bits.
typedef char ALCbyte;
/// An unsigned integer of eight bits.
typedef unsigned char ALCubyte;
/// An integer of 16 bits.
typedef short ALCshort;
/// An unsigned integer of 16 bits.
typedef unsigned short ALCushort;
/// An integer of 32 bits.
typedef int ALCint;
/// An unsigned integer of 32 bits.
typedef unsigned int ALCuint;
/// A number of bytes, of things, or of frames a second.
typedef int ALCsizei;
/// One of the constants below.
typedef int ALCenum;
/// A number of single precision.
typedef float ALCfloat;
/// A number of double precision.
typedef double ALCdouble;
/// No type.
typedef void ALCvoid;

#define ALC_FALSE 0
#define ALC_TRUE 1

// Attributes of a context: pairs of a constant and a value, with a zero at the end.
/// The sample rate of rendering in Hz.
#define ALC_FREQUENCY 0x1007
/// Without effect.
#define ALC_REFRESH 0x1008
/// Without effect.
#define ALC_SYNC 0x1009
/// The number of sources of one channel that are asked for.
#define ALC_MONO_SOURCES 0x1010
/// The same of two channels.
#define ALC_STEREO_SOURCES 0x1011

// Errors.
#define ALC_NO_ERROR ALC_FALSE
#define ALC_INVALID_DEVICE 0xA001
#define ALC_INVALID_CONTEXT 0xA002
#define ALC_INVALID_ENUM 0xA003
#define ALC_INVALID_VALUE 0xA004
#define ALC_OUT_OF_MEMORY 0xA005

// Strings and numbers of a device.
#define ALC_MAJOR_VERSION 0x1000
#define ALC_MINOR_VERSION 0x1001
#define ALC_ATTRIBUTES_SIZE 0x1002
#define ALC_ALL_ATTRIBUTES 0x1003
#define ALC_DEFAULT_DEVICE_SPECIFIER 0x1004
/// Without a device: the names of all, each with a zero at its end, and one more zero.
#define ALC_DEVICE_SPECIFIER 0x1005
#define ALC_EXTENSIONS 0x1006
#define ALC_DEFAULT_ALL_DEVICES_SPECIFIER 0x1012
#define ALC_ALL_DEVICES_SPECIFIER 0x1013
#define ALC_CAPTURE_DEVICE_SPECIFIER 0x310
#define ALC_CAPTURE_DEFAULT_DEVICE_SPECIFIER 0x311
/// The number of captured frames that wait.
#define ALC_CAPTURE_SAMPLES 0x312

// Contexts.
/// Makes a context, which is not current.
ALC_API ALCcontext *ALC_APIENTRY alcCreateContext(ALCdevice *device, const ALCint *attrlist);
/// Makes a context the current one of the app; NULL for none. Sources play on.
ALC_API ALCboolean ALC_APIENTRY alcMakeContextCurrent(ALCcontext *context);
/// Ends the suspension of a context.
ALC_API void ALC_APIENTRY alcProcessContext(ALCcontext *context);
/// Pauses the sound of a device when all of its contexts are suspended.
ALC_API void ALC_APIENTRY alcSuspendContext(ALCcontext *context);
/// Destroys a context with its sources.
ALC_API void ALC_APIENTRY alcDestroyContext(ALCcontext *context);
ALC_API ALCcontext *ALC_APIENTRY alcGetCurrentContext(void);
ALC_API ALCdevice *ALC_APIENTRY alcGetContextsDevice(ALCcontext *context);

// Devices.
/// Opens the output.
///
/// Returns NULL for the name of another device, or when OpenAL Soft is not there.
ALC_API ALCdevice *ALC_APIENTRY alcOpenDevice(const ALCchar *devicename);
/// Closes an output and ends its contexts.
ALC_API ALCboolean ALC_APIENTRY alcCloseDevice(ALCdevice *device);
/// Returns the first error of a device since the last call, and forgets it.
ALC_API ALCenum ALC_APIENTRY alcGetError(ALCdevice *device);
ALC_API ALCboolean ALC_APIENTRY alcIsExtensionPresent(ALCdevice *device, const ALCchar *extname);
/// Returns the address of a function of OpenAL or of an extension; NULL for an unknown name.
ALC_API void *ALC_APIENTRY alcGetProcAddress(ALCdevice *device, const ALCchar *funcname);
ALC_API ALCenum ALC_APIENTRY alcGetEnumValue(ALCdevice *device, const ALCchar *enumname);
ALC_API const ALCchar *ALC_APIENTRY alcGetString(ALCdevice *device, ALCenum param);
ALC_API void ALC_APIENTRY alcGetIntegerv(
    ALCdevice *device, ALCenum param, ALCsizei size, ALCint *values);

// Capture.
/// Opens the microphone for samples of a format, with room for a number of frames.
ALC_API ALCdevice *ALC_APIENTRY alcCaptureOpenDevice(
    const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize);
ALC_API ALCboolean ALC_APIENTRY alcCaptureCloseDevice(ALCdevice *device);
/// Starts to record; the category of the app's session must allow it.
ALC_API void ALC_APIENTRY alcCaptureStart(ALCdevice *device);
ALC_API void ALC_APIENTRY alcCaptureStop(ALCdevice *device);
/// Takes captured frames; as many must wait.
ALC_API void ALC_APIENTRY alcCaptureSamples(ALCdevice *device, ALCvoid *bid, ALCsizei samples);

// The types of the functions.
typedef ALCcontext *(ALC_APIENTRY *LPALCCREATECONTEXT)(ALCdevice *device, const ALCint *attrlist);
typedef ALCboolean (ALC_APIENTRY *LPALCMAKECONTEXTCURRENT)(ALCcontext *context);
typedef void (ALC_APIENTRY *LPALCPROCESSCONTEXT)(ALCcontext *context);
typedef void (ALC_APIENTRY *LPALCSUSPENDCONTEXT)(ALCcontext *context);
typedef void (ALC_APIENTRY *LPALCDESTROYCONTEXT)(ALCcontext *context);
typedef ALCcontext *(ALC_APIENTRY *LPALCGETCURRENTCONTEXT)(void);
typedef ALCdevice *(ALC_APIENTRY *LPALCGETCONTEXTSDEVICE)(ALCcontext *context);
typedef ALCdevice *(ALC_APIENTRY *LPALCOPENDEVICE)(const ALCchar *devicename);
typedef ALCboolean (ALC_APIENTRY *LPALCCLOSEDEVICE)(ALCdevice *device);
typedef ALCenum (ALC_APIENTRY *LPALCGETERROR)(ALCdevice *device);
typedef ALCboolean (ALC_APIENTRY *LPALCISEXTENSIONPRESENT)(
    ALCdevice *device, const ALCchar *extname);
typedef void *(ALC_APIENTRY *LPALCGETPROCADDRESS)(ALCdevice *device, const ALCchar *funcname);
typedef ALCenum (ALC_APIENTRY *LPALCGETENUMVALUE)(ALCdevice *device, const ALCchar *enumname);
typedef const ALCchar *(ALC_APIENTRY *LPALCGETSTRING)(ALCdevice *device, ALCenum param);
typedef void (ALC_APIENTRY *LPALCGETINTEGERV)(
    ALCdevice *device, ALCenum param, ALCsizei size, ALCint *values);
typedef ALCdevice *(ALC_APIENTRY *LPALCCAPTUREOPENDEVICE)(
    const ALCchar *devicename, ALCuint frequency, ALCenum format, ALCsizei buffersize);
typedef ALCboolean (ALC_APIENTRY *LPALCCAPTURECLOSEDEVICE)(ALCdevice *device);
typedef void (ALC_APIENTRY *LPALCCAPTURESTART)(ALCdevice *device);
typedef void (ALC_APIENTRY *LPALCCAPTURESTOP)(ALCdevice *device);
typedef void (ALC_APIENTRY *LPALCCAPTURESAMPLES)(ALCdevice *device, ALCvoid *bid, ALCsizei samples);

#if defined(__cplusplus)
}
#endif
