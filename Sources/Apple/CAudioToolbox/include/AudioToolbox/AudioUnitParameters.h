#pragma once

// The parameters of Apple's audio units. A comment has the range, and the default in parentheses;
// they are of the global scope, unless it says otherwise.

#include <AudioToolbox/AUComponent.h>

SORI_BEGIN_DECLARATIONS

// MARK: Instruments

/// Parameters of the group scope: MIDI controllers of a channel.
SORI_CONSTANTS(AudioUnitParameterID) {
    kAUGroupParameterID_ModWheel = 1,
    kAUGroupParameterID_Foot = 4,
    kAUGroupParameterID_DataEntry = 6,
    kAUGroupParameterID_Volume = 7,
    kAUGroupParameterID_Pan = 10,
    kAUGroupParameterID_Expression = 11,
    kAUGroupParameterID_ModWheel_LSB = 33,
    kAUGroupParameterID_Foot_LSB = 36,
    kAUGroupParameterID_DataEntry_LSB = 38,
    kAUGroupParameterID_Volume_LSB = 39,
    kAUGroupParameterID_Pan_LSB = 42,
    kAUGroupParameterID_Expression_LSB = 43,
    kAUGroupParameterID_Sustain = 64,
    kAUGroupParameterID_Sostenuto = 66,
    kAUGroupParameterID_AllSoundOff = 120,
    kAUGroupParameterID_ResetAllControllers = 121,
    kAUGroupParameterID_AllNotesOff = 123,
    kAUGroupParameterID_KeyPressure = 0xA0,
    kAUGroupParameterID_ChannelPressure = 0xD0,
    /// -8192 to 8191.
    kAUGroupParameterID_PitchBend = 0xE0,
    /// The pressure of each key: the note is added.
    kAUGroupParameterID_KeyPressure_FirstKey = 256,
    kAUGroupParameterID_KeyPressure_LastKey = 383,
};

/// Parameters of the sampler.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Decibels, -90 to 12 (0).
    kAUSamplerParam_Gain = 900,
    /// Semitones, -24 to 24 (0).
    kAUSamplerParam_CoarseTuning = 901,
    /// Cents, -99 to 99 (0).
    kAUSamplerParam_FineTuning = 902,
    /// -1 (left) to 1 (right) (0).
    kAUSamplerParam_Pan = 903,
};

// MARK: Mixers

/// Parameters of the spatial mixer, of the input scope unless they say otherwise.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Degrees, -180 to 180 (0), clockwise from the front.
    kSpatialMixerParam_Azimuth = 0,
    /// Degrees, -90 to 90 (0).
    kSpatialMixerParam_Elevation = 1,
    /// Metres, 0 to 10000.
    kSpatialMixerParam_Distance = 2,
    /// Decibels, -120 to 20 (0).
    kSpatialMixerParam_Gain = 3,
    /// 0.5 to 2 (1).
    kSpatialMixerParam_PlaybackRate = 4,
    /// 0 or 1 (1).
    kSpatialMixerParam_Enable = 5,
    /// 0 to 1 (0).
    kSpatialMixerParam_MinGain = 6,
    /// 0 to 1 (1).
    kSpatialMixerParam_MaxGain = 7,
    /// Percent, 0 to 100 (0).
    kSpatialMixerParam_ReverbBlend = 8,
    /// Global scope. Decibels, -40 to 40 (0).
    kSpatialMixerParam_GlobalReverbGain = 9,
    /// Decibels, -100 to 0 (0): of the source and its reverb.
    kSpatialMixerParam_OcclusionAttenuation = 10,
    /// Decibels, -100 to 0 (0): of the source alone.
    kSpatialMixerParam_ObstructionAttenuation = 11,
    /// Global scope. Degrees: where the listener's head turns.
    kSpatialMixerParam_HeadYaw = 19,
    kSpatialMixerParam_HeadPitch = 20,
    kSpatialMixerParam_HeadRoll = 21,
};

/// The filter of a mixer's reverb.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz.
    kReverbParam_FilterFrequency = 14,
    /// Octaves.
    kReverbParam_FilterBandwidth = 15,
    /// Decibels.
    kReverbParam_FilterGain = 16,
    /// As `kAUNBandEQFilterType_Parametric`.
    kReverbParam_FilterType = 17,
    /// 0 or 1.
    kReverbParam_FilterEnable = 18,
};

/// Parameters of the spatial mixer by their older names.
SORI_CONSTANTS(AudioUnitParameterID) {
    k3DMixerParam_Azimuth = 0,
    k3DMixerParam_Elevation = 1,
    k3DMixerParam_Distance = 2,
    k3DMixerParam_Gain = 3,
    k3DMixerParam_PlaybackRate = 4,
    k3DMixerParam_Enable = 5,
    k3DMixerParam_MinGain = 6,
    k3DMixerParam_MaxGain = 7,
    k3DMixerParam_ReverbBlend = 8,
    k3DMixerParam_GlobalReverbGain = 9,
    k3DMixerParam_OcclusionAttenuation = 10,
    k3DMixerParam_ObstructionAttenuation = 11,
    k3DMixerParam_BusEnable = 20,
    k3DMixerParam_MinGainInDecibels = 21,
    k3DMixerParam_MaxGainInDecibels = 22,
    k3DMixerParam_DryWetReverbBlend = 23,
    k3DMixerParam_GlobalReverbGainInDecibels = 24,
    k3DMixerParam_OcclusionAttenuationInDecibels = 25,
    k3DMixerParam_ObstructionAttenuationInDecibels = 26,
    k3DMixerParam_PreAveragePower = 1000,
    k3DMixerParam_PrePeakHoldLevel = 2000,
    k3DMixerParam_PostAveragePower = 3000,
    k3DMixerParam_PostPeakHoldLevel = 4000,
};

/// Parameters of the multichannel mixer, of the input and output scopes. The levels are read-only
/// and in decibels, -120 to 0; the channel is added.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Linear gain, 0 to 1 (1).
    kMultiChannelMixerParam_Volume = 0,
    /// 0 or 1 (1).
    kMultiChannelMixerParam_Enable = 1,
    /// Input scope. -1 (left) to 1 (right) (0).
    kMultiChannelMixerParam_Pan = 2,
    kMultiChannelMixerParam_PreAveragePower = 1000,
    kMultiChannelMixerParam_PrePeakHoldLevel = 2000,
    kMultiChannelMixerParam_PostAveragePower = 3000,
    kMultiChannelMixerParam_PostPeakHoldLevel = 4000,
};

/// Parameters of the matrix mixer. The levels are read-only, in decibels or linear.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Linear gain, 0 to 1 (0), of a channel of the input or output scope. Of the global scope: the
    /// element has the input channel in the upper 16 bits, the output channel in the lower; 0xFFFF
    /// in one of them means the other's own volume, in both the master volume.
    kMatrixMixerParam_Volume = 0,
    /// 0 or 1 (1), of a bus.
    kMatrixMixerParam_Enable = 1,
    kMatrixMixerParam_PreAveragePower = 1000,
    kMatrixMixerParam_PrePeakHoldLevel = 2000,
    kMatrixMixerParam_PostAveragePower = 3000,
    kMatrixMixerParam_PostPeakHoldLevel = 4000,
    kMatrixMixerParam_PreAveragePowerLinear = 5000,
    kMatrixMixerParam_PrePeakHoldLevelLinear = 6000,
    kMatrixMixerParam_PostAveragePowerLinear = 7000,
    kMatrixMixerParam_PostPeakHoldLevelLinear = 8000,
};

// MARK: Outputs and converters

/// Parameters of output units of desktop computers.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Linear gain, 0 to 1 (1).
    kHALOutputParam_Volume = 14,
};

/// Parameters of the older time pitch, which is missing here.
SORI_CONSTANTS(AudioUnitParameterID) {
    kTimePitchParam_Rate = 0,
    kTimePitchParam_Pitch = 1,
    kTimePitchParam_EffectBlend = 2,
};

/// Parameters of time pitch.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// 1/32 to 32 (1).
    kNewTimePitchParam_Rate = 0,
    /// Cents, -2400 to 2400 (1).
    kNewTimePitchParam_Pitch = 1,
    /// 3 to 32 (8).
    kNewTimePitchParam_Smoothness = 4,
    kNewTimePitchParam_Overlap = 4,
    /// 0 or 1 (1).
    kNewTimePitchParam_EnableSpectralCoherence = 6,
    kNewTimePitchParam_EnablePeakLocking = 6,
    /// 0 or 1 (1).
    kNewTimePitchParam_EnableTransientPreservation = 7,
};

/// Parameters of varispeed: two views of one value.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// 0.25 to 4 (1).
    kVarispeedParam_PlaybackRate = 0,
    /// Cents, -2400 to 2400 (0).
    kVarispeedParam_PlaybackCents = 1,
};

/// Parameters of the encoder and decoder.
SORI_CONSTANTS(AudioUnitParameterID) {
    kRoundTripAACParam_Format = 0,
    kRoundTripAACParam_EncodingStrategy = 1,
    kRoundTripAACParam_RateOrQuality = 2,
};

/// Parameters of the unit that makes random values.
SORI_CONSTANTS(AudioUnitParameterID) {
    kRandomParam_BoundA = 0,
    kRandomParam_BoundB = 1,
    kRandomParam_Curve = 2,
};

// MARK: Filters

/// Parameters of the band-pass filter.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 20 to half the sample rate (5000).
    kBandpassParam_CenterFrequency = 0,
    /// Cents, 100 to 12000 (600).
    kBandpassParam_Bandwidth = 1,
};

/// Parameters of the high-pass filter.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 10 to half the sample rate (6900).
    kHipassParam_CutoffFrequency = 0,
    /// Decibels, -20 to 40 (0).
    kHipassParam_Resonance = 1,
};

/// Parameters of the low-pass filter.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 10 to half the sample rate (6900).
    kLowPassParam_CutoffFrequency = 0,
    /// Decibels, -20 to 40 (0).
    kLowPassParam_Resonance = 1,
};

/// Parameters of the high shelf.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 10000 to half the sample rate (10000).
    kHighShelfParam_CutOffFrequency = 0,
    /// Decibels, -40 to 40 (0).
    kHighShelfParam_Gain = 1,
};

/// Parameters of the low shelf.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 10 to 200 (80).
    kAULowShelfParam_CutoffFrequency = 0,
    /// Decibels, -40 to 40 (0).
    kAULowShelfParam_Gain = 1,
};

/// Parameters of the parametric equaliser.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Hertz, 20 to half the sample rate (2000).
    kParametricEQParam_CenterFreq = 0,
    /// 0.1 to 20 (1).
    kParametricEQParam_Q = 1,
    /// Decibels, -20 to 20 (0).
    kParametricEQParam_Gain = 2,
};

/// Parameters of the equaliser; those of bands are added to the index of a band.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Decibels, -96 to 24 (0).
    kAUNBandEQParam_GlobalGain = 0,
    /// 0 or 1 (1).
    kAUNBandEQParam_BypassBand = 1000,
    /// As `kAUNBandEQFilterType_Parametric` (0).
    kAUNBandEQParam_FilterType = 2000,
    /// Hertz, 20 to half the sample rate.
    kAUNBandEQParam_Frequency = 3000,
    /// Decibels, -96 to 24 (0).
    kAUNBandEQParam_Gain = 4000,
    /// Octaves, 0.05 to 5 (0.5).
    kAUNBandEQParam_Bandwidth = 5000,
};

/// The filters of a band.
enum {
    kAUNBandEQFilterType_Parametric = 0,
    kAUNBandEQFilterType_2ndOrderButterworthLowPass = 1,
    kAUNBandEQFilterType_2ndOrderButterworthHighPass = 2,
    kAUNBandEQFilterType_ResonantLowPass = 3,
    kAUNBandEQFilterType_ResonantHighPass = 4,
    kAUNBandEQFilterType_BandPass = 5,
    kAUNBandEQFilterType_BandStop = 6,
    kAUNBandEQFilterType_LowShelf = 7,
    kAUNBandEQFilterType_HighShelf = 8,
    kAUNBandEQFilterType_ResonantLowShelf = 9,
    kAUNBandEQFilterType_ResonantHighShelf = 10,
    kNumAUNBandEQFilterTypes = 11
};

// MARK: Levels

/// Parameters of the peak limiter.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Seconds, 0.001 to 0.03 (0.012).
    kLimiterParam_AttackTime = 0,
    /// Seconds, 0.001 to 0.06 (0.024).
    kLimiterParam_DecayTime = 1,
    /// Decibels, -40 to 40 (0).
    kLimiterParam_PreGain = 2,
};

/// Parameters of the dynamics processor. The last three are read-only.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Decibels, -40 to 20 (-20).
    kDynamicsProcessorParam_Threshold = 0,
    /// Decibels, 0.1 to 40 (5).
    kDynamicsProcessorParam_HeadRoom = 1,
    /// 1 to 50 (2).
    kDynamicsProcessorParam_ExpansionRatio = 2,
    /// Decibels, -120 to 0.
    kDynamicsProcessorParam_ExpansionThreshold = 3,
    /// Seconds, 0.0001 to 0.2 (0.001).
    kDynamicsProcessorParam_AttackTime = 4,
    /// Seconds, 0.01 to 3 (0.05).
    kDynamicsProcessorParam_ReleaseTime = 5,
    /// Decibels, -40 to 40 (0).
    kDynamicsProcessorParam_OverallGain = 6,
    kDynamicsProcessorParam_MasterGain = 6,
    /// Decibels.
    kDynamicsProcessorParam_CompressionAmount = 1000,
    kDynamicsProcessorParam_InputAmplitude = 2000,
    kDynamicsProcessorParam_OutputAmplitude = 3000,
};

// MARK: Effects

/// Parameters of the distortion.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Milliseconds, 0.1 to 500 (0.1).
    kDistortionParam_Delay = 0,
    /// 0.1 to 50 (1).
    kDistortionParam_Decay = 1,
    /// Percent (50).
    kDistortionParam_DelayMix = 2,
    /// Percent.
    kDistortionParam_Decimation = 3,
    /// Percent (0).
    kDistortionParam_Rounding = 4,
    /// Percent (50).
    kDistortionParam_DecimationMix = 5,
    /// 0 to 1 (0.5).
    kDistortionParam_LinearTerm = 6,
    /// 0 to 20.
    kDistortionParam_SquaredTerm = 7,
    /// 0 to 20.
    kDistortionParam_CubicTerm = 8,
    /// Percent (50).
    kDistortionParam_PolynomialMix = 9,
    /// Hertz, 0.5 to 8000 (100).
    kDistortionParam_RingModFreq1 = 10,
    /// Hertz, 0.5 to 8000 (100).
    kDistortionParam_RingModFreq2 = 11,
    /// Percent (50).
    kDistortionParam_RingModBalance = 12,
    /// Percent (0).
    kDistortionParam_RingModMix = 13,
    /// Decibels, -80 to 20 (-6).
    kDistortionParam_SoftClipGain = 14,
    /// Percent (50).
    kDistortionParam_FinalMix = 15,
};

/// Parameters of the delay.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Percent (50).
    kDelayParam_WetDryMix = 0,
    /// Seconds, 0 to 2 (1).
    kDelayParam_DelayTime = 1,
    /// Percent, -100 to 100 (50).
    kDelayParam_Feedback = 2,
    /// Hertz, 10 to half the sample rate (15000).
    kDelayParam_LopassCutoff = 3,
};

/// Parameters of the sample delay.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Frames (0).
    kSampleDelayParam_DelayFrames = 0,
};

/// Parameters of the reverb.
SORI_CONSTANTS(AudioUnitParameterID) {
    /// Percent (100).
    kReverb2Param_DryWetMix = 0,
    /// Decibels, -20 to 20 (0).
    kReverb2Param_Gain = 1,
    /// Seconds, 0.0001 to 1 (0.008).
    kReverb2Param_MinDelayTime = 2,
    /// Seconds, 0.0001 to 1 (0.05).
    kReverb2Param_MaxDelayTime = 3,
    /// Seconds, 0.001 to 20 (1).
    kReverb2Param_DecayTimeAt0Hz = 4,
    /// Seconds, 0.001 to 20 (0.5).
    kReverb2Param_DecayTimeAtNyquist = 5,
    /// 1 to 1000 (1).
    kReverb2Param_RandomizeReflections = 6,
};

/// Parameters of the unit that leaves only voice, which is missing here.
SORI_CONSTANTS(AudioUnitParameterID) {
    kAUSoundIsolationParam_WetDryMixPercent = 0,
    kAUSoundIsolationParam_SoundToIsolate = 1,
};

/// What `kAUSoundIsolationParam_SoundToIsolate` leaves.
enum { kAUSoundIsolationSoundType_Voice = 1 };

SORI_END_DECLARATIONS
