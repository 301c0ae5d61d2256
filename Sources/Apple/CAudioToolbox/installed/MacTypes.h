#pragma once

// The base types of Apple's C interfaces.

#include <CoreAudioTypes/SoriMacTypes.h>

#include <Availability.h>
#include <TargetConditionals.h>
