#include "CoreAudioTypes/CoreAudioTypes.h"
