#pragma once

// Parameters, and the events that an audio unit of version 3 gets with each slice, in the order of
// their times.

#include <AudioToolbox/AudioUnitProperties.h>

SORI_BEGIN_DECLARATIONS

/// A value of a parameter.
typedef AudioUnitParameterValue AUValue;
/// The number of a parameter in its tree.
typedef uint64_t AUParameterAddress;
/// A number of frames.
typedef uint32_t AUAudioFrameCount;
/// A number of channels.
typedef uint32_t AUAudioChannelCount;
/// A status, of which zero is success.
typedef OSStatus AUAudioUnitStatus;
/// The number of a frame, at the unit's rate.
typedef int64_t AUEventSampleTime;

/// The kinds of events.
SORI_ENUMERATION(uint8_t, AURenderEventType) {
    AURenderEventParameter = 1,
    AURenderEventParameterRamp = 2,
    AURenderEventMIDI = 8,
    AURenderEventMIDISysEx = 9,
    AURenderEventMIDIEventList = 10,
};

/// Why a parameter has changed: it was set, or somebody has taken or left its control.
SORI_ENUMERATION(uint32_t, AUParameterAutomationEventType) {
    AUParameterAutomationEventTypeValue = 0,
    AUParameterAutomationEventTypeTouch = 1,
    AUParameterAutomationEventTypeRelease = 2,
};

/// The direction of a bus.
SORI_ENUMERATION(long, AUAudioUnitBusType) {
    AUAudioUnitBusTypeInput = 1,
    AUAudioUnitBusTypeOutput = 2,
};

/// What a host's transport does.
SORI_OPTIONS(unsigned long, AUHostTransportStateFlags) {
    AUHostTransportStateChanged = 1,
    AUHostTransportStateMoving = 2,
    AUHostTransportStateRecording = 4,
    AUHostTransportStateCycling = 8,
};

#pragma pack(push, 4)

union AURenderEvent;
typedef union AURenderEvent AURenderEvent;

/// What all events begin with.
struct AURenderEventHeader {
    /// The next event; NULL for the last.
    union AURenderEvent *next;
    /// The number of the frame at which it is due.
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
};
typedef struct AURenderEventHeader AURenderEventHeader;

/// A change of a parameter.
struct AUParameterEvent {
    union AURenderEvent *next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved[3];
    /// The frames in which the value is reached; zero for a change at once.
    AUAudioFrameCount rampDurationSampleFrames;
    AUParameterAddress parameterAddress;
    /// The value at the end.
    AUValue value;
};
typedef struct AUParameterEvent AUParameterEvent;

/// A MIDI message.
struct AUMIDIEvent {
    union AURenderEvent *next;
    AUEventSampleTime eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
    /// The number of bytes in `data`.
    uint16_t length;
    /// The virtual cable.
    uint8_t cable;
    /// The message. Longer ones go on behind the structure.
    uint8_t data[3];
};
typedef struct AUMIDIEvent AUMIDIEvent;

/// An event of any kind; the head says which.
union AURenderEvent {
    AURenderEventHeader head;
    AUParameterEvent parameter;
    AUMIDIEvent MIDI;
};

#pragma pack(pop)

/// A recorded change of a parameter.
struct AURecordedParameterEvent {
    /// When it happened.
    uint64_t hostTime;
    AUParameterAddress address;
    AUValue value;
};
typedef struct AURecordedParameterEvent AURecordedParameterEvent;

/// A recorded change of a parameter, or that its control was taken or left.
struct AUParameterAutomationEvent {
    /// When it happened.
    uint64_t hostTime;
    AUParameterAddress address;
    AUValue value;
    AUParameterAutomationEventType eventType;
    uint64_t reserved;
};
typedef struct AUParameterAutomationEvent AUParameterAutomationEvent;

SORI_END_DECLARATIONS
