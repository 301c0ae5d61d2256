#pragma once

#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/AudioFileStream.h>
#include <AudioToolbox/AudioFormat.h>
#include <AudioToolbox/AudioServices.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
