// Parameters of audio units.

#ifndef HAS_HEADER
#include <AudioToolbox/AudioUnitParameters.h>
#endif

#include "../check.h"

int main(void)
{
    AudioUnitParameterID parameter = kAUNBandEQParam_Bandwidth + 15;

    CHECK(parameter == 5015 && kReverb2Param_RandomizeReflections == 6);
    CHECK(kMultiChannelMixerParam_Pan == 2 && kMatrixMixerParam_PostPeakHoldLevelLinear == 8000);
    CHECK(kDynamicsProcessorParam_OutputAmplitude == 3000 && kAUSamplerParam_Pan == 903);
    CHECK(kDistortionParam_FinalMix == 15 && kNumAUNBandEQFilterTypes == 11);
    return 0;
}
