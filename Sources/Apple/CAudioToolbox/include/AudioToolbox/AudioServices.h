#pragma once

// System Sound Services: short sounds, alerts and vibration.
//
// Any thread. An invalid argument gives an error and never crashes the program. A failed call
// writes nothing through the caller's pointers, except that the identifier of a sound that could
// not be made becomes zero.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// The identifier of a sound that the app made; unique within the app and never zero.
typedef uint32_t SystemSoundID;

/// The four-character code of a sound property.
typedef uint32_t AudioServicesPropertyID;

SORI_CONSTANTS(SystemSoundID) {
    /// Vibration, played like a sound.
    kSystemSoundID_Vibrate = 0x0FFF,
    /// For desktop computers; silent here.
    kSystemSoundID_FlashScreen = 0x0FFE,
    /// For desktop computers; silent here.
    kSystemSoundID_UserPreferredAlert = 0x1000,
};

SORI_CONSTANTS(OSStatus) {
    /// The call succeeded.
    kAudioServicesNoError = 0,
    /// There is no such property, or it cannot be read or set.
    kAudioServicesUnsupportedPropertyError = 0x7074793F,  // 'pty?'
    /// The size of the property's value is wrong.
    kAudioServicesBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The size of the specifier is wrong.
    kAudioServicesBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// The sound does not exist, or its file is missing or unsupported.
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    /// The app did not respond in time.
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    /// The sound is longer than 30 seconds.
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502,
};

SORI_CONSTANTS(AudioServicesPropertyID) {
    /// A `UInt32`, 1 by default: whether the sound belongs to the user interface, and is silent
    /// where the user has turned those sounds off. No phone has that setting, so it has no effect
    /// here; in particular it does not bypass the ring/silent switch.
    kAudioServicesPropertyIsUISound = 0x69737569,  // 'isui'
    /// A `UInt32`, 0 by default: whether the sound plays to its end if the app dies.
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469,  // 'ifdi'
};

/// Disposes of a sound; one that is playing is cut off. Allowed at any time, also within the
/// sound's completion. A registered completion is dropped.
///
/// Returns -1500 for anything but a sound of the app's.
OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a sound and returns at once. A sound that is playing starts over; different sounds
/// overlap. An unknown identifier is ignored.
void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

/// Plays a sound as an alert, which also vibrates if the user's settings say so.
void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

#if defined(__BLOCKS__) && __BLOCKS__
/// Plays a sound, then runs a block once: after its end, when it is cut off, or when it cannot be
/// played. The block runs on a serial queue, never on the main thread; it may be NULL. A registered
/// completion is called as well.
void AudioServicesPlaySystemSoundWithCompletion(
    SystemSoundID inSystemSoundID, SORI_SENDABLE void (^inCompletionBlock)(void));

/// Plays a sound as an alert, then runs a block once.
void AudioServicesPlayAlertSoundWithCompletion(
    SystemSoundID inSystemSoundID, SORI_SENDABLE void (^inCompletionBlock)(void));
#endif

/// Removes a registered completion; one that is due already is not called.
void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

// Properties. The specifier is a pointer to the sound's identifier. Of several errors in one call,
// the first of these is returned: the property ('pty?'), the specifier's size ('!spc'), a missing
// pointer (-50), the data's size ('!siz'), the sound (-1500).

/// Reads a property; with a NULL `outPropertyData` only its size.
///
/// `ioPropertyDataSize` holds the buffer's size, then the bytes written.
OSStatus AudioServicesGetProperty(
    AudioServicesPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. Both properties are a `UInt32`; any value but zero counts as one.
OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following functions with Foundation's types, from the module AudioToolbox.
#ifndef __swift__

/// Runs each time a sound has ended, on a run loop of the app's choice.
typedef void (*AudioServicesSystemSoundCompletionProc)(
    SystemSoundID inSystemSoundID, void *inClientData);

/// Makes a system sound from a file: linear PCM or Apple IMA4 in a CAF, AIFF, AIFF-C or WAVE file,
/// of at most 30 seconds. The file is read now and not needed later.
///
/// Returns -1500 for a file that cannot be read or has another format, -1502 for one that is too
/// long.
OSStatus AudioServicesCreateSystemSoundID(CFURLRef inFileURL, SystemSoundID *outSystemSoundID);

/// Adds a completion that is called each time the sound has ended, until it is removed. A sound has
/// one completion; a new one replaces it.
///
/// NULL means the main run loop and the default mode. The vibration and the system's own sounds
/// (1000 to 1999) accept a completion too.
OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID, CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine, void *inClientData);

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be NULL.
OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize, const void *inSpecifier,
    UInt32 *outPropertyDataSize, Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
