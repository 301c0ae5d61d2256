// Values of properties, by the name of the older header.

#include <AudioUnit/AudioUnitProperties.h>

#define HAS_HEADER
#include "../AudioToolbox/AudioUnitProperties.c"
