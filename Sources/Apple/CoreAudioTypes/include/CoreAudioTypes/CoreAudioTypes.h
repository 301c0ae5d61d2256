#pragma once

#include <CoreAudioTypes/AudioChannelLayout.h>
#include <CoreAudioTypes/CoreAudioBaseTypes.h>
#include <CoreAudioTypes/AudioTimeStamp.h>
