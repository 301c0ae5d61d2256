#include "AudioToolbox/AudioToolbox.h"
