#pragma once

// Apple's extensions of OpenAL, as the types of their functions. `alcGetProcAddress` returns a
// function for its name, which is that of the type without `ProcPtr`; a device is not needed.

#include <OpenAL/al.h>

#if defined(__cplusplus)
extern "C" {
#endif

// ALC_EXT_MAC_OSX: rendering. What is set takes effect with the next context.

/// Sets the quality of sound in space.
typedef ALvoid (*alcMacOSXRenderingQualityProcPtr)(ALint value);
/// Sets the number of output channels; the output of a phone is stereo.
typedef ALvoid (*alMacOSXRenderChannelCountProcPtr)(ALint value);
/// Sets the largest number of sources that sound at a time; kept without effect.
typedef ALvoid (*alcMacOSXMixerMaxiumumBussesProcPtr)(ALint value);
/// Sets the sample rate of rendering in Hz.
typedef ALvoid (*alcMacOSXMixerOutputRateProcPtr)(ALdouble value);

/// Returns the quality of sound in space.
typedef ALint (*alcMacOSXGetRenderingQualityProcPtr)(void);
/// Returns the number of output channels.
typedef ALint (*alMacOSXGetRenderChannelCountProcPtr)(void);
/// Returns the largest number of sources that sound at a time.
typedef ALint (*alcMacOSXGetMixerMaxiumumBussesProcPtr)(void);
/// Returns the sample rate of rendering in Hz.
typedef ALdouble (*alcMacOSXGetMixerOutputRateProcPtr)(void);

// Qualities of sound in space.
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_HIGH 0x72716869  // 'rqhi'
#define ALC_MAC_OSX_SPATIAL_RENDERING_QUALITY_LOW 0x72646C6F  // 'rdlo'
/// With the filters of a head, for headphones.
#define ALC_IPHONE_SPATIAL_RENDERING_QUALITY_HEADPHONES 0x68647068  // 'hdph'

// Numbers of output channels.
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_STEREO 0x72637374  // 'rcst'
#define ALC_MAC_OSX_RENDER_CHANNEL_COUNT_MULTICHANNEL 0x72636D63  // 'rcmc'

/// A property of Game Kit's voice chat; without effect.
#define AL_GAMEKIT 0x676B7372  // 'gksr'

// AL_EXT_SOURCE_SPATIALIZATION: the quality of one source.

/// Sets the quality of a source; kept without effect.
typedef ALvoid (*alSourceRenderingQualityProcPtr)(ALuint sid, ALint value);
/// Returns the quality of a source.
typedef ALint (*alSourceGetRenderingQualityProcPtr)(ALuint sid);

// AL_EXT_SOURCE_NOTIFICATIONS: callbacks about a source.

/// The notification that a looping source, or the queue of one, has begun again.
#define AL_QUEUE_HAS_LOOPED 0x9000

/// Receives a notification, on an internal thread.
typedef ALvoid (*alSourceNotificationProc)(ALuint sid, ALuint notificationID, ALvoid *userData);
/// Adds a callback for `AL_SOURCE_STATE`, `AL_BUFFERS_PROCESSED` or `AL_QUEUE_HAS_LOOPED`.
///
/// Returns `AL_NO_ERROR`, or an error.
typedef ALenum (*alSourceAddNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);
/// Removes the callbacks that were added with the same arguments.
typedef ALvoid (*alSourceRemoveNotificationProcPtr)(
    ALuint sid, ALuint notificationID, alSourceNotificationProc notifyProc, ALvoid *userData);

// ALC_EXT_ASA: reverb, occlusion and obstruction, in the current context.

/// Reads a property of a source; `dataSize` is the size of the memory, then of the value.
typedef ALenum (*alcASAGetSourceProcPtr)(
    ALuint property, ALuint source, ALvoid *data, ALuint *dataSize);
/// Sets a property of a source.
typedef ALenum (*alcASASetSourceProcPtr)(
    ALuint property, ALuint source, ALvoid *data, ALuint dataSize);
/// Reads a property of the listener; `dataSize` is the size of the memory, then of the value.
typedef ALenum (*alcASAGetListenerProcPtr)(ALuint property, ALvoid *data, ALuint *dataSize);
/// Sets a property of the listener.
typedef ALenum (*alcASASetListenerProcPtr)(ALuint property, ALvoid *data, ALuint dataSize);

// Properties of the listener.
/// Whether there is reverb: `ALuint`.
#define ALC_ASA_REVERB_ON 0x72766F6E  // 'rvon'
/// The level of the reverb in dB, −40…40: `ALfloat`.
#define ALC_ASA_REVERB_GLOBAL_LEVEL 0x7276676C  // 'rvgl'
/// The room, one of those below: `ALint`.
#define ALC_ASA_REVERB_ROOM_TYPE 0x72767274  // 'rvrt'
/// The quality, 0…0x7F: `ALint`; kept without effect.
#define ALC_ASA_REVERB_QUALITY 0x72767174  // 'rvqt'
/// The path of a preset's file; not supported.
#define ALC_ASA_REVERB_PRESET 0x72767073  // 'rvps'
/// The gain of the reverb's equaliser in dB: `ALfloat`; kept without effect.
#define ALC_ASA_REVERB_EQ_GAIN 0x72766567  // 'rveg'
/// Its bandwidth in octaves: `ALfloat`; kept without effect.
#define ALC_ASA_REVERB_EQ_BANDWITH 0x72766562  // 'rveb'
/// Its frequency in Hz: `ALfloat`; kept without effect.
#define ALC_ASA_REVERB_EQ_FREQ 0x72766566  // 'rvef'

// Rooms.
#define ALC_ASA_REVERB_ROOM_TYPE_SmallRoom 0
#define ALC_ASA_REVERB_ROOM_TYPE_MediumRoom 1
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom 2
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall 3
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall 4
#define ALC_ASA_REVERB_ROOM_TYPE_Plate 5
#define ALC_ASA_REVERB_ROOM_TYPE_MediumChamber 6
#define ALC_ASA_REVERB_ROOM_TYPE_LargeChamber 7
#define ALC_ASA_REVERB_ROOM_TYPE_Cathedral 8
#define ALC_ASA_REVERB_ROOM_TYPE_LargeRoom2 9
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall2 10
#define ALC_ASA_REVERB_ROOM_TYPE_MediumHall3 11
#define ALC_ASA_REVERB_ROOM_TYPE_LargeHall2 12

// Qualities of the reverb.
#define ALC_ASA_REVERB_QUALITY_Max 0x7F
#define ALC_ASA_REVERB_QUALITY_High 0x60
#define ALC_ASA_REVERB_QUALITY_Medium 0x40
#define ALC_ASA_REVERB_QUALITY_Low 0x20

// Properties of a source.
/// The part of the source's sound that goes to the reverb, 0…1: `ALfloat`.
#define ALC_ASA_REVERB_SEND_LEVEL 0x7276736C  // 'rvsl'
/// The attenuation by a wall around the source in dB, −100…0: `ALfloat`.
#define ALC_ASA_OCCLUSION 0x6F63636C  // 'occl'
/// The attenuation by a thing between source and listener in dB, −100…0: `ALfloat`.
#define ALC_ASA_OBSTRUCTION 0x6F627374  // 'obst'

#if defined(__cplusplus)
}
#endif
