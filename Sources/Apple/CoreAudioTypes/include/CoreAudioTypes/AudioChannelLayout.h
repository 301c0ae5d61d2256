#pragma once

// Channel layouts: the speaker position of each channel of a stream.

#include <CoreAudioTypes/SoriDeclarations.h>

SORI_BEGIN_DECLARATIONS

/// The speaker position or purpose of a channel.
typedef uint32_t AudioChannelLabel;

/// A standard layout: its number in the upper 16 bits, its channel count in the lower 16.
typedef uint32_t AudioChannelLayoutTag;

/// A set of speaker positions, one per bit; channels are in the order of the bits.
SORI_OPTIONS(uint32_t, AudioChannelBitmap) {
    kAudioChannelBit_Left = 1U << 0,
    kAudioChannelBit_Right = 1U << 1,
    kAudioChannelBit_Center = 1U << 2,
    kAudioChannelBit_LFEScreen = 1U << 3,
    kAudioChannelBit_LeftSurround = 1U << 4,
    kAudioChannelBit_RightSurround = 1U << 5,
    kAudioChannelBit_LeftCenter = 1U << 6,
    kAudioChannelBit_RightCenter = 1U << 7,
    kAudioChannelBit_CenterSurround = 1U << 8,
    kAudioChannelBit_LeftSurroundDirect = 1U << 9,
    kAudioChannelBit_RightSurroundDirect = 1U << 10,
    kAudioChannelBit_TopCenterSurround = 1U << 11,
    kAudioChannelBit_VerticalHeightLeft = 1U << 12,
    kAudioChannelBit_VerticalHeightCenter = 1U << 13,
    kAudioChannelBit_VerticalHeightRight = 1U << 14,
    kAudioChannelBit_TopBackLeft = 1U << 15,
    kAudioChannelBit_TopBackCenter = 1U << 16,
    kAudioChannelBit_TopBackRight = 1U << 17,
};

/// The meaning of a channel's coordinates.
SORI_OPTIONS(uint32_t, AudioChannelFlags) {
    kAudioChannelFlags_AllOff = 0,
    kAudioChannelFlags_RectangularCoordinates = 1U << 0,
    kAudioChannelFlags_SphericalCoordinates = 1U << 1,
    kAudioChannelFlags_Meters = 1U << 2,
};

/// The label and position of one channel.
struct AudioChannelDescription {
    AudioChannelLabel mChannelLabel;
    AudioChannelFlags mChannelFlags;
    /// The speaker's position, for the label `kAudioChannelLabel_UseCoordinates`.
    float mCoordinates[3];
};
typedef struct AudioChannelDescription AudioChannelDescription;

/// A channel layout; its size follows from `mNumberChannelDescriptions`.
struct AudioChannelLayout {
    AudioChannelLayoutTag mChannelLayoutTag;
    /// The bitmap, for the tag `kAudioChannelLayoutTag_UseChannelBitmap`.
    AudioChannelBitmap mChannelBitmap;
    /// The number of descriptions, for the tag `kAudioChannelLayoutTag_UseChannelDescriptions`.
    uint32_t mNumberChannelDescriptions;
    /// `mNumberChannelDescriptions` elements.
    AudioChannelDescription mChannelDescriptions[1];
};
typedef struct AudioChannelLayout AudioChannelLayout;

SORI_CONSTANTS(AudioChannelLabel) {
    kAudioChannelLabel_Unknown = 0xFFFFFFFFU,
    kAudioChannelLabel_Unused = 0,
    kAudioChannelLabel_UseCoordinates = 100,
    kAudioChannelLabel_Left = 1,
    kAudioChannelLabel_Right = 2,
    kAudioChannelLabel_Center = 3,
    kAudioChannelLabel_LFEScreen = 4,
    kAudioChannelLabel_LeftSurround = 5,
    kAudioChannelLabel_RightSurround = 6,
    kAudioChannelLabel_LeftCenter = 7,
    kAudioChannelLabel_RightCenter = 8,
    kAudioChannelLabel_CenterSurround = 9,
    kAudioChannelLabel_LeftSurroundDirect = 10,
    kAudioChannelLabel_RightSurroundDirect = 11,
    kAudioChannelLabel_TopCenterSurround = 12,
    kAudioChannelLabel_VerticalHeightLeft = 13,
    kAudioChannelLabel_VerticalHeightCenter = 14,
    kAudioChannelLabel_VerticalHeightRight = 15,
    kAudioChannelLabel_TopBackLeft = 16,
    kAudioChannelLabel_TopBackCenter = 17,
    kAudioChannelLabel_TopBackRight = 18,
    kAudioChannelLabel_RearSurroundLeft = 33,
    kAudioChannelLabel_RearSurroundRight = 34,
    kAudioChannelLabel_LeftWide = 35,
    kAudioChannelLabel_RightWide = 36,
    kAudioChannelLabel_LFE2 = 37,
    kAudioChannelLabel_LeftTotal = 38,
    kAudioChannelLabel_RightTotal = 39,
    kAudioChannelLabel_HearingImpaired = 40,
    kAudioChannelLabel_Narration = 41,
    kAudioChannelLabel_Mono = 42,
    kAudioChannelLabel_DialogCentricMix = 43,
    kAudioChannelLabel_CenterSurroundDirect = 44,
    kAudioChannelLabel_Haptic = 45,
    kAudioChannelLabel_Ambisonic_W = 200,
    kAudioChannelLabel_Ambisonic_X = 201,
    kAudioChannelLabel_Ambisonic_Y = 202,
    kAudioChannelLabel_Ambisonic_Z = 203,
    kAudioChannelLabel_MS_Mid = 204,
    kAudioChannelLabel_MS_Side = 205,
    kAudioChannelLabel_XY_X = 206,
    kAudioChannelLabel_XY_Y = 207,
    kAudioChannelLabel_BinauralLeft = 208,
    kAudioChannelLabel_BinauralRight = 209,
    kAudioChannelLabel_HeadphonesLeft = 301,
    kAudioChannelLabel_HeadphonesRight = 302,
    kAudioChannelLabel_ClickTrack = 304,
    kAudioChannelLabel_ForeignLanguage = 305,
    kAudioChannelLabel_Discrete = 400,
    kAudioChannelLabel_HOA_ACN = 500,

    // Numbered channels without a speaker position: the number is added to the first of each kind.
    kAudioChannelLabel_Discrete_0 = 1U << 16,
    kAudioChannelLabel_Discrete_1 = 1U << 16 | 1,
    kAudioChannelLabel_Discrete_2 = 1U << 16 | 2,
    kAudioChannelLabel_Discrete_3 = 1U << 16 | 3,
    kAudioChannelLabel_Discrete_4 = 1U << 16 | 4,
    kAudioChannelLabel_Discrete_5 = 1U << 16 | 5,
    kAudioChannelLabel_Discrete_6 = 1U << 16 | 6,
    kAudioChannelLabel_Discrete_7 = 1U << 16 | 7,
    kAudioChannelLabel_Discrete_8 = 1U << 16 | 8,
    kAudioChannelLabel_Discrete_9 = 1U << 16 | 9,
    kAudioChannelLabel_Discrete_10 = 1U << 16 | 10,
    kAudioChannelLabel_Discrete_11 = 1U << 16 | 11,
    kAudioChannelLabel_Discrete_12 = 1U << 16 | 12,
    kAudioChannelLabel_Discrete_13 = 1U << 16 | 13,
    kAudioChannelLabel_Discrete_14 = 1U << 16 | 14,
    kAudioChannelLabel_Discrete_15 = 1U << 16 | 15,
    kAudioChannelLabel_Discrete_65535 = 1U << 16 | 0xFFFFU,

    // Ambisonic components, numbered by ACN, with SN3D or N3D normalisation.
    kAudioChannelLabel_HOA_ACN_0 = 2U << 16,
    kAudioChannelLabel_HOA_ACN_1 = 2U << 16 | 1,
    kAudioChannelLabel_HOA_ACN_2 = 2U << 16 | 2,
    kAudioChannelLabel_HOA_ACN_3 = 2U << 16 | 3,
    kAudioChannelLabel_HOA_ACN_4 = 2U << 16 | 4,
    kAudioChannelLabel_HOA_ACN_5 = 2U << 16 | 5,
    kAudioChannelLabel_HOA_ACN_6 = 2U << 16 | 6,
    kAudioChannelLabel_HOA_ACN_7 = 2U << 16 | 7,
    kAudioChannelLabel_HOA_ACN_8 = 2U << 16 | 8,
    kAudioChannelLabel_HOA_ACN_9 = 2U << 16 | 9,
    kAudioChannelLabel_HOA_ACN_10 = 2U << 16 | 10,
    kAudioChannelLabel_HOA_ACN_11 = 2U << 16 | 11,
    kAudioChannelLabel_HOA_ACN_12 = 2U << 16 | 12,
    kAudioChannelLabel_HOA_ACN_13 = 2U << 16 | 13,
    kAudioChannelLabel_HOA_ACN_14 = 2U << 16 | 14,
    kAudioChannelLabel_HOA_ACN_15 = 2U << 16 | 15,
    kAudioChannelLabel_HOA_ACN_65024 = 2U << 16 | 65024,
    kAudioChannelLabel_HOA_SN3D = 2U << 16,
    kAudioChannelLabel_HOA_N3D = 3U << 16,

    // Audio objects with positions of their own.
    kAudioChannelLabel_Object = 4U << 16,
};

SORI_CONSTANTS(AudioChannelLayoutTag) {
    kAudioChannelLayoutTag_UseChannelDescriptions = 0,
    kAudioChannelLayoutTag_UseChannelBitmap = 1U << 16,

    kAudioChannelLayoutTag_Mono = 100U << 16 | 1,
    kAudioChannelLayoutTag_Stereo = 101U << 16 | 2,
    kAudioChannelLayoutTag_StereoHeadphones = 102U << 16 | 2,
    kAudioChannelLayoutTag_MatrixStereo = 103U << 16 | 2,
    kAudioChannelLayoutTag_MidSide = 104U << 16 | 2,
    kAudioChannelLayoutTag_XY = 105U << 16 | 2,
    kAudioChannelLayoutTag_Binaural = 106U << 16 | 2,
    kAudioChannelLayoutTag_Ambisonic_B_Format = 107U << 16 | 4,
    kAudioChannelLayoutTag_Quadraphonic = 108U << 16 | 4,
    kAudioChannelLayoutTag_Pentagonal = 109U << 16 | 5,
    kAudioChannelLayoutTag_Hexagonal = 110U << 16 | 6,
    kAudioChannelLayoutTag_Octagonal = 111U << 16 | 8,
    kAudioChannelLayoutTag_Cube = 112U << 16 | 8,

    kAudioChannelLayoutTag_MPEG_1_0 = 100U << 16 | 1,
    kAudioChannelLayoutTag_MPEG_2_0 = 101U << 16 | 2,
    kAudioChannelLayoutTag_MPEG_3_0_A = 113U << 16 | 3,
    kAudioChannelLayoutTag_MPEG_3_0_B = 114U << 16 | 3,
    kAudioChannelLayoutTag_MPEG_4_0_A = 115U << 16 | 4,
    kAudioChannelLayoutTag_MPEG_4_0_B = 116U << 16 | 4,
    kAudioChannelLayoutTag_MPEG_5_0_A = 117U << 16 | 5,
    kAudioChannelLayoutTag_MPEG_5_0_B = 118U << 16 | 5,
    kAudioChannelLayoutTag_MPEG_5_0_C = 119U << 16 | 5,
    kAudioChannelLayoutTag_MPEG_5_0_D = 120U << 16 | 5,
    kAudioChannelLayoutTag_MPEG_5_1_A = 121U << 16 | 6,
    kAudioChannelLayoutTag_MPEG_5_1_B = 122U << 16 | 6,
    kAudioChannelLayoutTag_MPEG_5_1_C = 123U << 16 | 6,
    kAudioChannelLayoutTag_MPEG_5_1_D = 124U << 16 | 6,
    kAudioChannelLayoutTag_MPEG_6_1_A = 125U << 16 | 7,
    kAudioChannelLayoutTag_MPEG_7_1_A = 126U << 16 | 8,
    kAudioChannelLayoutTag_MPEG_7_1_B = 127U << 16 | 8,
    kAudioChannelLayoutTag_MPEG_7_1_C = 128U << 16 | 8,
    kAudioChannelLayoutTag_Emagic_Default_7_1 = 129U << 16 | 8,
    kAudioChannelLayoutTag_SMPTE_DTV = 130U << 16 | 8,

    kAudioChannelLayoutTag_ITU_1_0 = 100U << 16 | 1,
    kAudioChannelLayoutTag_ITU_2_0 = 101U << 16 | 2,
    kAudioChannelLayoutTag_ITU_2_1 = 131U << 16 | 3,
    kAudioChannelLayoutTag_ITU_2_2 = 132U << 16 | 4,
    kAudioChannelLayoutTag_ITU_3_0 = 113U << 16 | 3,
    kAudioChannelLayoutTag_ITU_3_1 = 115U << 16 | 4,
    kAudioChannelLayoutTag_ITU_3_2 = 117U << 16 | 5,
    kAudioChannelLayoutTag_ITU_3_2_1 = 121U << 16 | 6,
    kAudioChannelLayoutTag_ITU_3_4_1 = 128U << 16 | 8,

    kAudioChannelLayoutTag_DVD_0 = 100U << 16 | 1,
    kAudioChannelLayoutTag_DVD_1 = 101U << 16 | 2,
    kAudioChannelLayoutTag_DVD_2 = 131U << 16 | 3,
    kAudioChannelLayoutTag_DVD_3 = 132U << 16 | 4,
    kAudioChannelLayoutTag_DVD_4 = 133U << 16 | 3,
    kAudioChannelLayoutTag_DVD_5 = 134U << 16 | 4,
    kAudioChannelLayoutTag_DVD_6 = 135U << 16 | 5,
    kAudioChannelLayoutTag_DVD_7 = 113U << 16 | 3,
    kAudioChannelLayoutTag_DVD_8 = 115U << 16 | 4,
    kAudioChannelLayoutTag_DVD_9 = 117U << 16 | 5,
    kAudioChannelLayoutTag_DVD_10 = 136U << 16 | 4,
    kAudioChannelLayoutTag_DVD_11 = 137U << 16 | 5,
    kAudioChannelLayoutTag_DVD_12 = 121U << 16 | 6,
    kAudioChannelLayoutTag_DVD_13 = 115U << 16 | 4,
    kAudioChannelLayoutTag_DVD_14 = 117U << 16 | 5,
    kAudioChannelLayoutTag_DVD_15 = 136U << 16 | 4,
    kAudioChannelLayoutTag_DVD_16 = 137U << 16 | 5,
    kAudioChannelLayoutTag_DVD_17 = 121U << 16 | 6,
    kAudioChannelLayoutTag_DVD_18 = 138U << 16 | 5,
    kAudioChannelLayoutTag_DVD_19 = 118U << 16 | 5,
    kAudioChannelLayoutTag_DVD_20 = 122U << 16 | 6,

    kAudioChannelLayoutTag_AudioUnit_4 = 108U << 16 | 4,
    kAudioChannelLayoutTag_AudioUnit_5 = 109U << 16 | 5,
    kAudioChannelLayoutTag_AudioUnit_6 = 110U << 16 | 6,
    kAudioChannelLayoutTag_AudioUnit_8 = 111U << 16 | 8,
    kAudioChannelLayoutTag_AudioUnit_5_0 = 118U << 16 | 5,
    kAudioChannelLayoutTag_AudioUnit_6_0 = 139U << 16 | 6,
    kAudioChannelLayoutTag_AudioUnit_7_0 = 140U << 16 | 7,
    kAudioChannelLayoutTag_AudioUnit_7_0_Front = 148U << 16 | 7,
    kAudioChannelLayoutTag_AudioUnit_5_1 = 121U << 16 | 6,
    kAudioChannelLayoutTag_AudioUnit_6_1 = 125U << 16 | 7,
    kAudioChannelLayoutTag_AudioUnit_7_1 = 128U << 16 | 8,
    kAudioChannelLayoutTag_AudioUnit_7_1_Front = 126U << 16 | 8,

    kAudioChannelLayoutTag_AAC_3_0 = 114U << 16 | 3,
    kAudioChannelLayoutTag_AAC_Quadraphonic = 108U << 16 | 4,
    kAudioChannelLayoutTag_AAC_4_0 = 116U << 16 | 4,
    kAudioChannelLayoutTag_AAC_5_0 = 120U << 16 | 5,
    kAudioChannelLayoutTag_AAC_5_1 = 124U << 16 | 6,
    kAudioChannelLayoutTag_AAC_6_0 = 141U << 16 | 6,
    kAudioChannelLayoutTag_AAC_6_1 = 142U << 16 | 7,
    kAudioChannelLayoutTag_AAC_7_0 = 143U << 16 | 7,
    kAudioChannelLayoutTag_AAC_7_1 = 127U << 16 | 8,
    kAudioChannelLayoutTag_AAC_7_1_B = 183U << 16 | 8,
    kAudioChannelLayoutTag_AAC_7_1_C = 184U << 16 | 8,
    kAudioChannelLayoutTag_AAC_Octagonal = 144U << 16 | 8,

    kAudioChannelLayoutTag_TMH_10_2_std = 145U << 16 | 16,
    kAudioChannelLayoutTag_TMH_10_2_full = 146U << 16 | 21,

    kAudioChannelLayoutTag_AC3_1_0_1 = 149U << 16 | 2,
    kAudioChannelLayoutTag_AC3_3_0 = 150U << 16 | 3,
    kAudioChannelLayoutTag_AC3_3_1 = 151U << 16 | 4,
    kAudioChannelLayoutTag_AC3_3_0_1 = 152U << 16 | 4,
    kAudioChannelLayoutTag_AC3_2_1_1 = 153U << 16 | 4,
    kAudioChannelLayoutTag_AC3_3_1_1 = 154U << 16 | 5,
    kAudioChannelLayoutTag_EAC_6_0_A = 155U << 16 | 6,
    kAudioChannelLayoutTag_EAC_7_0_A = 156U << 16 | 7,

    kAudioChannelLayoutTag_WAVE_2_1 = 133U << 16 | 3,
    kAudioChannelLayoutTag_WAVE_3_0 = 113U << 16 | 3,
    kAudioChannelLayoutTag_WAVE_4_0_A = 132U << 16 | 4,
    kAudioChannelLayoutTag_WAVE_4_0_B = 185U << 16 | 4,
    kAudioChannelLayoutTag_WAVE_5_0_A = 117U << 16 | 5,
    kAudioChannelLayoutTag_WAVE_5_0_B = 186U << 16 | 5,
    kAudioChannelLayoutTag_WAVE_5_1_A = 121U << 16 | 6,
    kAudioChannelLayoutTag_WAVE_5_1_B = 187U << 16 | 6,
    kAudioChannelLayoutTag_WAVE_6_1 = 188U << 16 | 7,
    kAudioChannelLayoutTag_WAVE_7_1 = 189U << 16 | 8,

    // Tags for any number of channels, which is added to them.
    kAudioChannelLayoutTag_DiscreteInOrder = 147U << 16,
    kAudioChannelLayoutTag_HOA_ACN_SN3D = 190U << 16,
    kAudioChannelLayoutTag_HOA_ACN_N3D = 191U << 16,
    kAudioChannelLayoutTag_Unknown = 0xFFFF0000U,
};

/// The channel count of a tag; meaningless for the tags of descriptions and bitmaps.
static __inline__ uint32_t AudioChannelLayoutTag_GetNumberOfChannels(
    AudioChannelLayoutTag inLayoutTag) {
    return inLayoutTag & 0xFFFFU;
}

SORI_END_DECLARATIONS
