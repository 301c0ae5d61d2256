// Parameters of audio units, by the name of the older header.

#include <AudioUnit/AudioUnitParameters.h>

#define HAS_HEADER
#include "../AudioToolbox/AudioUnitParameters.c"
