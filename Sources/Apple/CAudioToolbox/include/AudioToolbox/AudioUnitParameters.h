#pragma once

// The parameters of the audio units that exist here.

#include <AudioToolbox/AUComponent.h>

SORI_BEGIN_DECLARATIONS

/// Parameters of the delay.
SORI_CONSTANTS(AudioUnitParameterID) {
    kDelayParam_WetDryMix = 0,
    kDelayParam_DelayTime = 1,
    kDelayParam_Feedback = 2,
    kDelayParam_LopassCutoff = 3,
};

/// Parameters of the equaliser; those of bands are added to the index of a band.
SORI_CONSTANTS(AudioUnitParameterID) {
    kAUNBandEQParam_GlobalGain = 0,
    kAUNBandEQParam_BypassBand = 1000,
    kAUNBandEQParam_FilterType = 2000,
    kAUNBandEQParam_Frequency = 3000,
    kAUNBandEQParam_Gain = 4000,
    kAUNBandEQParam_Bandwidth = 5000,
};

/// Parameters of the reverb.
SORI_CONSTANTS(AudioUnitParameterID) {
    kReverb2Param_DryWetMix = 0,
};

/// Parameters of the distortion.
SORI_CONSTANTS(AudioUnitParameterID) {
    kDistortionParam_SoftClipGain = 14,
    kDistortionParam_FinalMix = 15,
};

/// Parameters of varispeed.
SORI_CONSTANTS(AudioUnitParameterID) {
    kVarispeedParam_PlaybackRate = 0,
    kVarispeedParam_PlaybackCents = 1,
};

/// Parameters of time pitch.
SORI_CONSTANTS(AudioUnitParameterID) {
    kNewTimePitchParam_Rate = 0,
    kNewTimePitchParam_Pitch = 1,
    kNewTimePitchParam_Overlap = 4,
};

SORI_END_DECLARATIONS
