// A parameter of the delay.

#include <AudioUnit/AudioUnitParameters.h>

#include "../check.h"

int main(void)
{
    AudioUnitParameterID parameter = kDelayParam_Feedback;
    AudioUnitParameterValue value = 50;

    CHECK(parameter == 2 && value > 0 && kAUNBandEQParam_Gain == 4000);
    return 0;
}
