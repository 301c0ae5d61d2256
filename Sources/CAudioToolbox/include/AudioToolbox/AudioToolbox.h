#pragma once

#include <AudioToolbox/AudioServices.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
