// The methods of output units, by the name of the older header.

#include <AudioUnit/AudioOutputUnit.h>

#define HAS_HEADER
#include "../AudioToolbox/AudioOutputUnit.c"
