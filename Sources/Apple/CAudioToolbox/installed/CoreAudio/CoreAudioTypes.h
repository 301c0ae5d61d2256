#pragma once

// Formats, buffers, channel layouts and time stamps, by the name of the older header.

#include <CoreAudioTypes/CoreAudioTypes.h>
