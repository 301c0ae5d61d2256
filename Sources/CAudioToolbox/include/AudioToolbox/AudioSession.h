#pragma once

// Audio Session Services: what an app's sound is for, and what interrupts it.
//
// Of the properties only the category is there yet. Every function may be called on any thread. A
// wrong argument gives an error; it never stops the program. When a call fails, nothing is written
// through the caller's pointers.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

typedef uint32_t AudioSessionPropertyID;

SORI_CONSTANTS(OSStatus) {
    kAudioSessionNoError = 0,
    kAudioSessionNotInitialized = 0x21696E69,           // '!ini'
    kAudioSessionAlreadyInitialized = 0x696E6974,       // 'init'
    kAudioSessionInitializationError = 0x696E693F,      // 'ini?'
    kAudioSessionUnsupportedPropertyError = 0x7074793F, // 'pty?'
    kAudioSessionBadPropertySizeError = 0x2173697A,     // '!siz'
    kAudioSessionNotActiveError = 0x21616374,           // '!act'
    kAudioServicesNoHardwareError = 0x6E6F6877,         // 'nohw'
    kAudioSessionNoCategorySet = 0x3F636174,            // '?cat'
    kAudioSessionIncompatibleCategory = 0x21636174,     // '!cat'
    kAudioSessionUnspecifiedError = 0x77686174,         // 'what'
};

SORI_CONSTANTS(uint32_t) {
    kAudioSessionEndInterruption = 0,
    kAudioSessionBeginInterruption = 1,
};

SORI_CONSTANTS(uint32_t) {
    /// For `AudioSessionSetActiveWithFlags`, when the session ends: others that were interrupted
    /// may go on.
    kAudioSessionSetActiveFlag_NotifyOthersOnDeactivation = 1U << 0,
};

SORI_CONSTANTS(AudioSessionPropertyID) {
    /// A `UInt32`: one of the categories below.
    kAudioSessionProperty_AudioCategory = 0x61636174,  // 'acat'
};

SORI_CONSTANTS(uint32_t) {
    /// Behaves as `AmbientSound`.
    kAudioSessionCategory_UserInterfaceSoundEffects = 0x75696678,  // 'uifx'
    kAudioSessionCategory_AmbientSound = 0x616D6269,               // 'ambi'
    /// What an app has that sets none.
    kAudioSessionCategory_SoloAmbientSound = 0x736F6C6F,  // 'solo'
    kAudioSessionCategory_MediaPlayback = 0x6D656469,     // 'medi'
    /// Behaves as `MediaPlayback`.
    kAudioSessionCategory_LiveAudio = 0x6C697665,        // 'live'
    kAudioSessionCategory_RecordAudio = 0x72656361,      // 'reca'
    kAudioSessionCategory_PlayAndRecord = 0x706C6172,    // 'plar'
    kAudioSessionCategory_AudioProcessing = 0x70726F63,  // 'proc'
};

/// Makes the session the app's own or gives it up. An app that holds a higher priority may refuse.
OSStatus AudioSessionSetActive(SORI_BOOLEAN active);

OSStatus AudioSessionSetActiveWithFlags(SORI_BOOLEAN active, uint32_t inFlags);

OSStatus AudioSessionGetProperty(
    AudioSessionPropertyID inID, uint32_t *ioDataSize, void *outData);

OSStatus AudioSessionSetProperty(
    AudioSessionPropertyID inID, uint32_t inDataSize, const void *inData);

OSStatus AudioSessionGetPropertySize(AudioSessionPropertyID inID, uint32_t *outDataSize);

// Swift sees the following from the module AudioToolbox itself: with Foundation's types, and with
// callbacks that may be written anywhere.
#ifndef __swift__

/// An interruption begins (1) or has ended (0).
typedef void (*AudioSessionInterruptionListener)(void *inClientData, uint32_t inInterruptionState);

/// To be called once, before any other function here.
///
/// The listener comes on the run loop (NULL for the main one), in the mode (NULL for the default
/// one). Returns 'init' when it was called before.
OSStatus AudioSessionInitialize(
    CFRunLoopRef inRunLoop, CFStringRef inRunLoopMode,
    AudioSessionInterruptionListener inInterruptionListener, void *inClientData);

#endif

SORI_END_DECLARATIONS
