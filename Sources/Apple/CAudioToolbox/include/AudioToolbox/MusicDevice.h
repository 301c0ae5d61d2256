#pragma once

// Instruments: audio units that play notes.

#include <AudioToolbox/AUComponent.h>

SORI_BEGIN_DECLARATIONS

/// The number of an instrument of a unit that has several.
typedef uint32_t MusicDeviceInstrumentID;

/// How a note sounds, without controls of its own.
struct MusicDeviceStdNoteParams {
    /// The number of values that follow: 2.
    uint32_t argCount;
    /// The MIDI note number, which may have a fraction.
    float mPitch;
    /// The MIDI velocity, which may have a fraction.
    float mVelocity;
};
typedef struct MusicDeviceStdNoteParams MusicDeviceStdNoteParams;

/// The value of a control of one note.
struct NoteParamsControlValue {
    AudioUnitParameterID mID;
    AudioUnitParameterValue mValue;
};
typedef struct NoteParamsControlValue NoteParamsControlValue;

/// How a note sounds; its size follows from `argCount`.
struct MusicDeviceNoteParams {
    /// The number of values that follow: 2, and one for each control.
    uint32_t argCount;
    /// The MIDI note number, which may have a fraction.
    float mPitch;
    /// The MIDI velocity, which may have a fraction.
    float mVelocity;
    /// `argCount - 2` elements.
    NoteParamsControlValue mControls[1];
};
typedef struct MusicDeviceNoteParams MusicDeviceNoteParams;

SORI_CONSTANTS(uint32_t) {
    /// The instrument that the group has.
    kMusicNoteEvent_UseGroupInstrument = 0xFFFFFFFFU,
    kMusicNoteEvent_Unused = 0xFFFFFFFFU,
};

/// A group of notes with common controls: a MIDI channel.
typedef uint32_t MusicDeviceGroupID;
/// The number of a note that was started.
typedef uint32_t NoteInstanceID;
/// A handle of an instrument.
typedef AudioComponentInstance MusicDeviceComponent;

/// Sends a MIDI message, at a frame of the next slice.
OSStatus MusicDeviceMIDIEvent(
    MusicDeviceComponent inUnit, uint32_t inStatus, uint32_t inData1, uint32_t inData2,
    uint32_t inOffsetSampleFrame);

/// Sends a system-exclusive message.
OSStatus MusicDeviceSysEx(
    MusicDeviceComponent inUnit, const uint8_t *inData, uint32_t inLength);

/// Starts a note, at a frame of the next slice.
OSStatus MusicDeviceStartNote(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument,
    MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID,
    uint32_t inOffsetSampleFrame, const MusicDeviceNoteParams *inParams);

/// Stops a note, at a frame of the next slice.
OSStatus MusicDeviceStopNote(
    MusicDeviceComponent inUnit, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID,
    uint32_t inOffsetSampleFrame);

/// Loads an instrument ahead.
OSStatus MusicDevicePrepareInstrument(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

/// Frees an instrument that was loaded ahead.
OSStatus MusicDeviceReleaseInstrument(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument);

/// The selectors of an instrument's methods.
enum {
    kMusicDeviceRange = 0x0100,
    kMusicDeviceMIDIEventSelect = 0x0101,
    kMusicDeviceSysExSelect = 0x0102,
    kMusicDevicePrepareInstrumentSelect = 0x0103,
    kMusicDeviceReleaseInstrumentSelect = 0x0104,
    kMusicDeviceStartNoteSelect = 0x0105,
    kMusicDeviceStopNoteSelect = 0x0106,
    kMusicDeviceMIDIEventListSelect = 0x0107
};

#ifndef __swift__

typedef OSStatus (*MusicDeviceMIDIEventProc)(
    void *self, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);
typedef OSStatus (*MusicDeviceSysExProc)(void *self, const UInt8 *inData, UInt32 inLength);
typedef OSStatus (*MusicDeviceStartNoteProc)(
    void *self, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID,
    NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams);
typedef OSStatus (*MusicDeviceStopNoteProc)(
    void *self, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID,
    UInt32 inOffsetSampleFrame);

#endif

SORI_END_DECLARATIONS
