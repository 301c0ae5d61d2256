#pragma once

// By the name of the older header.

#include <AudioToolbox/AudioOutputUnit.h>
