#include <CoreAudioTypes/CoreAudioTypes.h>
