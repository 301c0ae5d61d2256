#pragma once

// Output units: those that the device runs, and that run what they are connected to.

#include <AudioToolbox/AUComponent.h>

SORI_BEGIN_DECLARATIONS

/// Starts an output unit. Activates the app's session.
OSStatus AudioOutputUnitStart(AudioUnit ci);

/// Stops an output unit; its callbacks have returned then. Within one of them, it takes effect with
/// the end of the slice.
OSStatus AudioOutputUnitStop(AudioUnit ci);

/// The selectors of an output unit's methods.
enum {
    kAudioOutputUnitRange = 0x0200,
    kAudioOutputUnitStartSelect = 0x0201,
    kAudioOutputUnitStopSelect = 0x0202
};

#ifndef __swift__
typedef OSStatus (*AudioOutputUnitStartProc)(void *self);
typedef OSStatus (*AudioOutputUnitStopProc)(void *self);
#endif

SORI_END_DECLARATIONS
