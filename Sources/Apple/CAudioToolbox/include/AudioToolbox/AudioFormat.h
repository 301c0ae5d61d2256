#pragma once

// Audio Format Services: properties of encodings and channel layouts.
//
// Any thread. An invalid argument gives an error and never crashes the program. A failed call
// writes nothing through the caller's pointers.

#include <AudioToolbox/AudioCodec.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// One of the formats in which a stream can be decoded: High-Efficiency AAC can also be decoded as
/// the plain AAC that it contains.
struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;

/// The four-character code of a format property.
typedef uint32_t AudioFormatPropertyID;

SORI_CONSTANTS(OSStatus) {
    /// The property could not be determined for another reason.
    kAudioFormatUnspecifiedError = 0x77686174,  // 'what'
    /// There is no such property.
    kAudioFormatUnsupportedPropertyError = 0x70726F70,  // 'prop'
    /// The size of the property's value is wrong.
    kAudioFormatBadPropertySizeError = 0x2173697A,  // '!siz'
    /// The size of the specifier is wrong.
    kAudioFormatBadSpecifierSizeError = 0x21737063,  // '!spc'
    /// The property is unknown for this format.
    kAudioFormatUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    /// The codec, channel layout or channel is unknown.
    kAudioFormatUnknownFormatError = 0x21666D74,  // '!fmt'
};

/// The properties. Each comment names the specifier, then the value.
SORI_CONSTANTS(AudioFormatPropertyID) {
    /// A magic cookie, or nothing. An `AudioStreamBasicDescription`, in and out: its format
    /// identifier is given, and its zero fields are filled in as far as possible.
    kAudioFormatProperty_FormatInfo = 0x666D7469,  // 'fmti'
    /// An `AudioStreamBasicDescription`. A `CFStringRef` that the caller releases.
    kAudioFormatProperty_FormatName = 0x666E616D,  // 'fnam'
    /// Nothing. A list of `AudioFormatID`.
    kAudioFormatProperty_EncodeFormatIDs = 0x61636F66,  // 'acof'
    /// Nothing. A list of `AudioFormatID`.
    kAudioFormatProperty_DecodeFormatIDs = 0x61636966,  // 'acif'
    /// An `AudioFormatInfo`. A list of `AudioFormatListItem`, the richest first.
    kAudioFormatProperty_FormatList = 0x666C7374,  // 'flst'
    /// The bytes of an elementary stream descriptor. An `AudioStreamBasicDescription`.
    kAudioFormatProperty_ASBDFromESDS = 0x65737364,  // 'essd'
    /// The bytes of an elementary stream descriptor. An `AudioChannelLayout`.
    kAudioFormatProperty_ChannelLayoutFromESDS = 0x6573636C,  // 'escl'
    /// An `AudioFormatInfo`. A list of `AudioFormatListItem` that can be decoded here.
    kAudioFormatProperty_OutputFormatList = 0x6F666C73,  // 'ofls'
    /// A list of `AudioFormatListItem`. A `UInt32`: the index of the first one that can be decoded.
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666C,  // 'fpfl'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when packets have various sizes.
    kAudioFormatProperty_FormatIsVBR = 0x66766272,  // 'fvbr'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when packets need descriptions.
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866,  // 'fexf'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when some packets depend on others.
    kAudioFormatProperty_FormatEmploysDependentPackets = 0x66646570,  // 'fdep'
    /// An `AudioFormatID`. A `UInt32`: always 0; no encrypted encoding is known here.
    kAudioFormatProperty_FormatIsEncrypted = 0x63727970,  // 'cryp'
    /// An `AudioFormatID`. A list of `AudioClassDescription`.
    kAudioFormatProperty_Encoders = 0x6176656E,  // 'aven'
    /// An `AudioFormatID`. A list of `AudioClassDescription`.
    kAudioFormatProperty_Decoders = 0x61766465,  // 'avde'
    /// An `AudioFormatID`. A list of `AudioValueRange`, in bits per second.
    kAudioFormatProperty_AvailableEncodeBitRates = 0x61656272,  // 'aebr'
    /// An `AudioFormatID`. A list of `AudioValueRange`, in Hz.
    kAudioFormatProperty_AvailableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// An `AudioStreamBasicDescription` with its format identifier, and its channel count or 0 for
    /// any. A list of `AudioChannelLayoutTag`.
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// An `AudioStreamBasicDescription`. A list of `UInt32`; 0xFFFFFFFF means any.
    kAudioFormatProperty_AvailableEncodeNumberChannels = 0x61766E63,  // 'avnc'
    /// An `AudioStreamBasicDescription`. A list of `UInt32`; 0xFFFFFFFF means any.
    kAudioFormatProperty_AvailableDecodeNumberChannels = 0x61646E63,  // 'adnc'
    /// A packet of MPEG Layer 3 or ADTS. An `AudioStreamBasicDescription`.
    kAudioFormatProperty_ASBDFromMPEGPacket = 0x61646D70,  // 'admp'
    /// An `AudioChannelLayoutTag`. A `UInt32`: the channel bitmap.
    kAudioFormatProperty_BitmapForLayoutTag = 0x626D7467,  // 'bmtg'
    /// Two pointers to an `AudioChannelLayout`: input and output. A `float` for each output channel
    /// of each input channel: the mixing matrix.
    kAudioFormatProperty_MatrixMixMap = 0x6D6D6170,  // 'mmap'
    /// Two pointers to an `AudioChannelLayout`: input and output. An `SInt32` for each output
    /// channel: the input channel, or -1.
    kAudioFormatProperty_ChannelMap = 0x63686D70,  // 'chmp'
    /// An `AudioChannelLayout`. A `UInt32`.
    kAudioFormatProperty_NumberOfChannelsForLayout = 0x6E63686D,  // 'nchm'
    /// Two pointers to an `AudioChannelLayout`. A `UInt32`: 1 when they are equivalent.
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 0x63686571,  // 'cheq'
    /// An `AudioChannelLayout`. A `UInt32`: the same for equivalent layouts.
    kAudioFormatProperty_ChannelLayoutHash = 0x63686861,  // 'chha'
    /// An `AudioChannelLayout`. No value: the result is noErr, -50 or '!fmt'.
    kAudioFormatProperty_ValidateChannelLayout = 0x7661636C,  // 'vacl'
    /// An `AudioChannelLayoutTag`. An `AudioChannelLayout` with descriptions.
    kAudioFormatProperty_ChannelLayoutForTag = 0x636D706C,  // 'cmpl'
    /// An `AudioChannelLayout`. An `AudioChannelLayoutTag`.
    kAudioFormatProperty_TagForChannelLayout = 0x636D7074,  // 'cmpt'
    /// An `AudioChannelLayout`. A `CFStringRef` that the caller releases.
    kAudioFormatProperty_ChannelLayoutName = 0x6C6F6E6D,  // 'lonm'
    /// An `AudioChannelLayout`. A `CFStringRef` without the channels, which the caller releases.
    kAudioFormatProperty_ChannelLayoutSimpleName = 0x6C736E6D,  // 'lsnm'
    /// A `UInt32`: the channel bitmap. An `AudioChannelLayout` with descriptions.
    kAudioFormatProperty_ChannelLayoutForBitmap = 0x636D7062,  // 'cmpb'
    /// An `AudioChannelDescription`. A `CFStringRef` that the caller releases.
    kAudioFormatProperty_ChannelName = 0x636E616D,  // 'cnam'
    /// An `AudioChannelDescription`. A `CFStringRef` that the caller releases.
    kAudioFormatProperty_ChannelShortName = 0x63736E6D,  // 'csnm'
    /// A `UInt32`. A list of `AudioChannelLayoutTag`.
    kAudioFormatProperty_TagsForNumberOfChannels = 0x74616763,  // 'tagc'
    /// An `AudioPanningInfo`. A `float` for each channel.
    kAudioFormatProperty_PanningMatrix = 0x70616E6D,  // 'panm'
    /// An `AudioBalanceFade`. A `float` for each channel.
    kAudioFormatProperty_BalanceFade = 0x62616C66,  // 'balf'
    /// The first ten bytes of an ID3 tag, or more. A `UInt32`: the tag's size in bytes.
    kAudioFormatProperty_ID3TagSize = 0x69643373,  // 'id3s'
    /// The bytes of an ID3 tag. A `CFDictionaryRef` of the text frames by frame identifier, which
    /// the caller releases.
    kAudioFormatProperty_ID3TagToDictionary = 0x69643364,  // 'id3d'
    /// A list of `AudioClassDescription`. A `UInt32`: how many of them, from the first on, can be
    /// used at the same time. There are no hardware codecs here.
    kAudioFormatProperty_HardwareCodecCapabilities = 0x68776363,  // 'hwcc'
};

/// A format with the magic cookie of its decoder.
struct AudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void *mMagicCookie;
    uint32_t mMagicCookieSize;
};
typedef struct AudioFormatInfo AudioFormatInfo;

/// How a sound is panned between speakers.
SORI_ENUMERATION(uint32_t, AudioPanningMode) {
    /// Every speaker plays a part of it.
    kPanningMode_SoundField = 3,
    /// Only the nearest speakers play it.
    kPanningMode_VectorBasedPanning = 4,
};

/// A source position to compute speaker gains for.
struct AudioPanningInfo {
    AudioPanningMode mPanningMode;
    /// The flags of a channel description: spherical coordinates (degrees and distance) unless
    /// rectangular.
    uint32_t mCoordinateFlags;
    float mCoordinates[3];
    /// A factor for all gains.
    float mGainScale;
    const AudioChannelLayout *mOutputChannelMap;
};
typedef struct AudioPanningInfo AudioPanningInfo;

/// How balance and fade change the gains.
SORI_ENUMERATION(uint32_t, AudioBalanceFadeType) {
    /// No channel gets a gain above 1.
    kAudioBalanceFadeType_MaxUnityGain = 0,
    /// The total power stays the same; one side may gain 3 dB.
    kAudioBalanceFadeType_EqualPower = 1,
};

/// A balance and fade to compute channel gains for.
struct AudioBalanceFade {
    /// -1 is all left, 1 all right.
    float mLeftRightBalance;
    /// -1 is all rear, 1 all front.
    float mBackFrontFade;
    AudioBalanceFadeType mType;
    const AudioChannelLayout *mChannelLayout;
};
typedef struct AudioBalanceFade AudioBalanceFade;

/// Gets the size of a property's value in bytes.
OSStatus AudioFormatGetPropertyInfo(
    AudioFormatPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *outPropertyDataSize);

/// Reads a property. `ioPropertyDataSize` holds the buffer's size, then the bytes written; with a
/// NULL `outPropertyData`, the value's size.
///
/// Returns 'prop' for an unknown property, '!spc' for a wrong specifier size, '!siz' for too small
/// a buffer, '!fmt' for an unknown encoding, layout or label, 'fmt?' for one that the property does
/// not apply to.
OSStatus AudioFormatGetProperty(
    AudioFormatPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

SORI_END_DECLARATIONS
