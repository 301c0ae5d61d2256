// Types, statuses, parameter events and callbacks of audio units, by the name of the older header.

#include <AudioUnit/AUComponent.h>

#define HAS_HEADER
#include "../AudioToolbox/AUComponent.c"
