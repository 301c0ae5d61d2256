#pragma once

// Audio Format Services: what codings and channel layouts there are, and what is to be known of
// each.
//
// The functions may be called on any thread. A wrong argument gives an error; it never stops the
// program. When a call fails, nothing is written through the caller's pointers.

#include <AudioToolbox/AudioCodec.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// One of the ways to hear a stream: those of High-Efficiency AAC can also be decoded as the plain
/// AAC that they hold.
struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};
typedef struct AudioFormatListItem AudioFormatListItem;

typedef uint32_t AudioFormatPropertyID;

SORI_CONSTANTS(OSStatus) {
    kAudioFormatUnspecifiedError = 0x77686174,            // 'what'
    kAudioFormatUnsupportedPropertyError = 0x70726F70,    // 'prop'
    kAudioFormatBadPropertySizeError = 0x2173697A,        // '!siz'
    kAudioFormatBadSpecifierSizeError = 0x21737063,       // '!spc'
    kAudioFormatUnsupportedDataFormatError = 0x666D743F,  // 'fmt?'
    kAudioFormatUnknownFormatError = 0x21666D74,          // '!fmt'
};

/// The properties: what is asked with, and then what is told.
SORI_CONSTANTS(AudioFormatPropertyID) {
    /// A magic cookie, or nothing. An `AudioStreamBasicDescription`, in and out: its coding is
    /// given, and the zeros are filled in as far as they can be.
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
    /// An `AudioFormatInfo`. Of the list, what can be decoded here.
    kAudioFormatProperty_OutputFormatList = 0x6F666C73,  // 'ofls'
    /// A list of `AudioFormatListItem`. A `UInt32`: the index of the first that can be decoded.
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666C,  // 'fpfl'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when packets differ in size.
    kAudioFormatProperty_FormatIsVBR = 0x66766272,  // 'fvbr'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when packets need descriptions.
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866,  // 'fexf'
    /// An `AudioStreamBasicDescription`. A `UInt32`: 1 when some packets depend on others.
    kAudioFormatProperty_FormatEmploysDependentPackets = 0x66646570,  // 'fdep'
    /// An `AudioFormatID`. A `UInt32`: 0; no encrypted coding is known here.
    kAudioFormatProperty_FormatIsEncrypted = 0x63727970,  // 'cryp'
    /// An `AudioFormatID`. A list of `AudioClassDescription`.
    kAudioFormatProperty_Encoders = 0x6176656E,  // 'aven'
    /// An `AudioFormatID`. A list of `AudioClassDescription`.
    kAudioFormatProperty_Decoders = 0x61766465,  // 'avde'
    /// An `AudioFormatID`. A list of `AudioValueRange`, bits a second.
    kAudioFormatProperty_AvailableEncodeBitRates = 0x61656272,  // 'aebr'
    /// An `AudioFormatID`. A list of `AudioValueRange`, frames a second.
    kAudioFormatProperty_AvailableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// An `AudioStreamBasicDescription` with its coding, and its channels or 0 for all. A list of
    /// `AudioChannelLayoutTag`.
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// An `AudioStreamBasicDescription`. A list of `UInt32`; 0xFFFFFFFF means any.
    kAudioFormatProperty_AvailableEncodeNumberChannels = 0x61766E63,  // 'avnc'
    /// An `AudioStreamBasicDescription`. A list of `UInt32`; 0xFFFFFFFF means any.
    kAudioFormatProperty_AvailableDecodeNumberChannels = 0x61646E63,  // 'adnc'
    /// A packet of MPEG layer 3 or ADTS. An `AudioStreamBasicDescription`.
    kAudioFormatProperty_ASBDFromMPEGPacket = 0x61646D70,  // 'admp'
    /// An `AudioChannelLayoutTag`. A `UInt32` of bits.
    kAudioFormatProperty_BitmapForLayoutTag = 0x626D7467,  // 'bmtg'
    /// Two pointers to an `AudioChannelLayout`: input and output. For each input channel, a `float`
    /// for each output channel.
    kAudioFormatProperty_MatrixMixMap = 0x6D6D6170,  // 'mmap'
    /// Two pointers to an `AudioChannelLayout`. For each output channel, the `SInt32` of the input
    /// channel, or -1.
    kAudioFormatProperty_ChannelMap = 0x63686D70,  // 'chmp'
    /// An `AudioChannelLayout`. A `UInt32`.
    kAudioFormatProperty_NumberOfChannelsForLayout = 0x6E63686D,  // 'nchm'
    /// Two pointers to an `AudioChannelLayout`. A `UInt32`.
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 0x63686571,  // 'cheq'
    /// An `AudioChannelLayout`. A `UInt32`: the same for layouts that are equivalent.
    kAudioFormatProperty_ChannelLayoutHash = 0x63686861,  // 'chha'
    /// An `AudioChannelLayout`. No value: the result is noErr, -50 or '!fmt'.
    kAudioFormatProperty_ValidateChannelLayout = 0x7661636C,  // 'vacl'
    /// An `AudioChannelLayoutTag`. An `AudioChannelLayout` with descriptions.
    kAudioFormatProperty_ChannelLayoutForTag = 0x636D706C,  // 'cmpl'
    /// An `AudioChannelLayout`. An `AudioChannelLayoutTag`.
    kAudioFormatProperty_TagForChannelLayout = 0x636D7074,  // 'cmpt'
    /// An `AudioChannelLayout`. A `CFStringRef` that the caller releases.
    kAudioFormatProperty_ChannelLayoutName = 0x6C6F6E6D,  // 'lonm'
    /// The same without the channels.
    kAudioFormatProperty_ChannelLayoutSimpleName = 0x6C736E6D,  // 'lsnm'
    /// A `UInt32` of bits. An `AudioChannelLayout` with descriptions.
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
    /// The first ten bytes of an ID3 tag, or more. A `UInt32`, in bytes.
    kAudioFormatProperty_ID3TagSize = 0x69643373,  // 'id3s'
    /// The bytes of an ID3 tag. A `CFDictionaryRef` that the caller releases: the texts by the
    /// names of their frames.
    kAudioFormatProperty_ID3TagToDictionary = 0x69643364,  // 'id3d'
    /// A list of `AudioClassDescription`. A `UInt32`: how many of them, from the first on, can be
    /// had at once. No machine here has a codec in hardware.
    kAudioFormatProperty_HardwareCodecCapabilities = 0x68776363,  // 'hwcc'
};

/// A coding, and what a decoder must know beside it.
struct AudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void *mMagicCookie;
    uint32_t mMagicCookieSize;
};
typedef struct AudioFormatInfo AudioFormatInfo;

/// How a sound is put between loudspeakers.
SORI_ENUMERATION(uint32_t, AudioPanningMode) {
    /// All loudspeakers have a part of it.
    kPanningMode_SoundField = 3,
    /// The two around it have.
    kPanningMode_VectorBasedPanning = 4,
};

struct AudioPanningInfo {
    AudioPanningMode mPanningMode;
    /// As of a channel description: degrees and a distance unless they are rectangular.
    uint32_t mCoordinateFlags;
    float mCoordinates[3];
    /// What all values are multiplied by.
    float mGainScale;
    const AudioChannelLayout *mOutputChannelMap;
};
typedef struct AudioPanningInfo AudioPanningInfo;

SORI_ENUMERATION(uint32_t, AudioBalanceFadeType) {
    /// No channel gets louder than it was.
    kAudioBalanceFadeType_MaxUnityGain = 0,
    /// The whole stays as loud; one side may get 3 dB louder.
    kAudioBalanceFadeType_EqualPower = 1,
};

struct AudioBalanceFade {
    /// -1 is all left, 1 all right.
    float mLeftRightBalance;
    /// -1 is all rear, 1 all front.
    float mBackFrontFade;
    AudioBalanceFadeType mType;
    const AudioChannelLayout *mChannelLayout;
};
typedef struct AudioBalanceFade AudioBalanceFade;

/// The size of a property's value.
OSStatus AudioFormatGetPropertyInfo(
    AudioFormatPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *outPropertyDataSize);

/// Reads a property. `ioPropertyDataSize` is how much there is room for, and becomes how much was
/// written; with a NULL `outPropertyData`, how much there is.
///
/// Returns 'prop' for a property that is not known, '!spc' for a specifier of another size, '!siz'
/// when there is not room for all of the value, '!fmt' for a coding, a layout or a label that is
/// not known, 'fmt?' for one that this cannot be told of.
OSStatus AudioFormatGetProperty(
    AudioFormatPropertyID inPropertyID, uint32_t inSpecifierSize, const void *inSpecifier,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

SORI_END_DECLARATIONS
