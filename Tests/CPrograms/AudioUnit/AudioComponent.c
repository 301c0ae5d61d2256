// A component of a program, by the name of the older header.

#include <AudioUnit/AudioComponent.h>

#define HAS_HEADER
#include "../AudioToolbox/AudioComponent.c"
