#pragma once

// Listeners of parameters and properties of audio units, and conversions of parameters' values.
//
// Listeners are told of what is set with `AUParameterSet`, and of what is notified; a plain
// `AudioUnitSetParameter` tells nobody. Changes within the interval come as one, the last.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitProperties.h>

SORI_BEGIN_DECLARATIONS

SORI_CONSTANTS(AudioUnitParameterID) {
    /// Any parameter of a unit, to be notified of.
    kAUParameterListener_AnyParameter = 0xFFFFFFFFU,
};

/// What a listener is told of.
SORI_ENUMERATION(uint32_t, AudioUnitEventType) {
    /// A parameter has a new value.
    kAudioUnitEvent_ParameterValueChange = 0,
    /// The user begins to move a control.
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    /// The user has ended it.
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    /// A property has a new value.
    kAudioUnitEvent_PropertyChange = 3,
};

/// A handle of a listener of parameters.
typedef struct AUListenerBase *AUParameterListenerRef;
/// A handle of a listener of events.
typedef struct AUListenerBase *AUEventListenerRef;

/// What happened to a parameter or a property.
struct AudioUnitEvent {
    AudioUnitEventType mEventType;
    union {
        AudioUnitParameter mParameter;
        /// For `kAudioUnitEvent_PropertyChange`.
        AudioUnitProperty mProperty;
    } mArgument;
};
typedef struct AudioUnitEvent AudioUnitEvent;

// MARK: Parameters

/// Disposes of a listener of either kind.
OSStatus AUListenerDispose(AUParameterListenerRef inListener);

/// Adds a parameter to listen to, on behalf of an object.
OSStatus AUListenerAddParameter(
    AUParameterListenerRef inListener, void *inObject, const AudioUnitParameter *inParameter);

/// Removes a parameter.
OSStatus AUListenerRemoveParameter(
    AUParameterListenerRef inListener, void *inObject, const AudioUnitParameter *inParameter);

/// Sets a parameter and tells the listeners, except the one that set it.
OSStatus AUParameterSet(
    AUParameterListenerRef inSendingListener, void *inSendingObject,
    const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue,
    uint32_t inBufferOffsetInFrames);

/// Tells the listeners that a parameter was changed; with `kAUParameterListener_AnyParameter`, that
/// all were.
OSStatus AUParameterListenerNotify(
    AUParameterListenerRef inSendingListener, void *inSendingObject,
    const AudioUnitParameter *inParameter);

// MARK: Events

/// Adds a kind of event to listen to, on behalf of an object.
OSStatus AUEventListenerAddEventType(
    AUEventListenerRef inListener, void *inObject, const AudioUnitEvent *inEvent);

/// Removes a kind of event.
OSStatus AUEventListenerRemoveEventType(
    AUEventListenerRef inListener, void *inObject, const AudioUnitEvent *inEvent);

/// Tells the listeners of an event, except the one that sends it.
OSStatus AUEventListenerNotify(
    AUEventListenerRef inSendingListener, void *inSendingObject, const AudioUnitEvent *inEvent);

// MARK: Values

/// The value of a parameter at a place of its slider, from 0 to 1.
AudioUnitParameterValue AUParameterValueFromLinear(
    float inLinearValue, const AudioUnitParameter *inParameter);

/// The place of a value on the slider of a parameter, from 0 to 1.
float AUParameterValueToLinear(
    AudioUnitParameterValue inParameterValue, const AudioUnitParameter *inParameter);

/// Writes a value with a number of significant digits, and returns the text's buffer, which has
/// room for 32 characters.
char *AUParameterFormatValue(
    double inParameterValue, const AudioUnitParameter *inParameter, char *inTextBuffer,
    uint32_t inDigits);

// Swift sees the following functions from the module AudioToolbox, with Foundation's types and
// callbacks that may run on any thread.
#ifndef __swift__

/// Reports a new value of a parameter.
typedef void (*AUParameterListenerProc)(
    void *inUserData, void *inObject, const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue);

/// Reports an event, and when it happened.
typedef void (*AUEventListenerProc)(
    void *inUserData, void *inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime,
    AudioUnitParameterValue inParameterValue);

/// Makes a listener of parameters. The callback runs on the run loop, in the mode (NULL for the
/// common modes), at most once in an interval of seconds.
OSStatus AUListenerCreate(
    AUParameterListenerProc inProc, void *inUserData, CFRunLoopRef inRunLoop,
    CFStringRef inRunLoopMode, Float32 inNotificationInterval,
    AUParameterListenerRef *outListener);

/// Makes a listener of events. The callback runs on the run loop, in the mode (NULL for the common
/// modes). Values of a parameter that are nearer than the granularity, in seconds, come as one.
OSStatus AUEventListenerCreate(
    AUEventListenerProc inProc, void *inUserData, CFRunLoopRef inRunLoop,
    CFStringRef inRunLoopMode, Float32 inNotificationInterval, Float32 inValueChangeGranularity,
    AUEventListenerRef *outListener);

#endif

SORI_END_DECLARATIONS
