#pragma once

// System Sound Services: short sounds, alerts and vibration.
//
// Every function may be called on any thread. A wrong argument gives an error; it never stops the
// program. When a call fails, nothing is written through the caller's pointers, but for the
// identifier of a sound that could not be made, which becomes zero.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// One sound that the app made. Never zero; no two sounds of an app share one.
typedef uint32_t SystemSoundID;

typedef uint32_t AudioServicesPropertyID;

SORI_CONSTANTS(SystemSoundID) {
    /// Vibration, to be played like a sound.
    kSystemSoundID_Vibrate = 0x0FFF,
    /// Desktop computers only; here it makes no sound.
    kSystemSoundID_FlashScreen = 0x0FFE,
    /// Desktop computers only; here it makes no sound.
    kSystemSoundID_UserPreferredAlert = 0x1000,
};

SORI_CONSTANTS(OSStatus) {
    kAudioServicesNoError = 0,
    kAudioServicesUnsupportedPropertyError = 0x7074793F,   // 'pty?'
    kAudioServicesBadPropertySizeError = 0x2173697A,       // '!siz'
    kAudioServicesBadSpecifierSizeError = 0x21737063,      // '!spc'
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502,
};

SORI_CONSTANTS(AudioServicesPropertyID) {
    /// A `UInt32`, 1 unless set: whether the sound is one of the user interface, and so silent
    /// where the user has turned those off. No setting of a phone does, so nothing is to be heard
    /// of it; in particular it is no way around the ring/silent switch.
    kAudioServicesPropertyIsUISound = 0x69737569,  // 'isui'
    /// A `UInt32`, 0 unless set: whether the sound goes on to its end when the app dies meanwhile.
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469,  // 'ifdi'
};

/// Ends the life of a sound; one that is being played is cut. Allowed at any time, also while the
/// sound's own completion runs. A registered completion is dropped.
///
/// Returns -1500 for anything but a living sound that the app made.
OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

/// Plays a sound and returns at once. Played again while it sounds, it starts over; different
/// sounds overlap. An identifier that names nothing is ignored.
void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

/// The same for an alert, which vibrates where the user's settings say so.
void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

#if defined(__BLOCKS__) && __BLOCKS__
/// Plays a sound, then runs a block once: whether the sound came to its end, was cut, or could
/// not be played at all. The block runs on a serial queue, never on the main thread. It may be
/// NULL. A registered completion is called as well.
void AudioServicesPlaySystemSoundWithCompletion(
    SystemSoundID inSystemSoundID, SORI_SENDABLE void (^inCompletionBlock)(void));

/// The same for an alert.
void AudioServicesPlayAlertSoundWithCompletion(
    SystemSoundID inSystemSoundID, SORI_SENDABLE void (^inCompletionBlock)(void));
#endif

/// Takes a registered completion back; one that is already due is not called any more.
void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

// Properties. The specifier is a pointer to the sound's identifier. Of several things wrong with
// one call, the first of these is reported: the property ('pty?'), the specifier's size ('!spc'),
// a missing pointer (-50), the size of the data ('!siz'), the sound (-1500).

/// Reads a property. With `outPropertyData` NULL only its size is told.
///
/// `ioPropertyDataSize` is how much there is room for, and becomes how much was written.
OSStatus AudioServicesGetProperty(
    AudioServicesPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. Both known ones are a `UInt32`; anything but zero counts as one.
OSStatus AudioServicesSetProperty(
    AudioServicesPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t inPropertyDataSize, const void *inPropertyData);

// Swift sees the following with Foundation's types, from the module AudioToolbox itself.
#ifndef __swift__

/// What runs, on a run loop of the app's choice, each time a sound has ended.
typedef void (*AudioServicesSystemSoundCompletionProc)(
    SystemSoundID inSystemSoundID, void *inClientData);

/// Makes a sound of a file: linear PCM or Apple IMA4 in a CAF, AIFF, AIFF-C or WAV file, of at
/// most 30 seconds. The file is read now and not needed later.
///
/// Returns -1500 for a file that cannot be read or is of another kind, -1502 for one too long.
OSStatus AudioServicesCreateSystemSoundID(CFURLRef inFileURL, SystemSoundID *outSystemSoundID);

/// Has `inCompletionRoutine` called each time the sound has ended, until it is removed. A sound
/// has one completion: a later one takes the place of an earlier one.
///
/// With no run loop it runs on the main one; with no mode, in the default one. The vibration and
/// the system's own sounds (1000 to 1999) take a completion too.
OSStatus AudioServicesAddSystemSoundCompletion(
    SystemSoundID inSystemSoundID, CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine, void *inClientData);

/// The size of a property and whether it can be set. Either pointer may be NULL.
OSStatus AudioServicesGetPropertyInfo(
    AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize, const void *inSpecifier,
    UInt32 *outPropertyDataSize, Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
