#pragma once

#include <CoreAudioTypes/AudioChannelLayout.h>
#include <CoreAudioTypes/CoreAudioBaseTypes.h>
