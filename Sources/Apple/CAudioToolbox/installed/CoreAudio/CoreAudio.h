#pragma once

// The part of Core Audio that iOS has: types. The devices of a Mac are missing.

#include <CoreAudio/CoreAudioTypes.h>
#include <CoreAudio/HostTime.h>
