#pragma once

#include <CoreAudioTypes/SoriDeclarations.h>

SORI_BEGIN_DECLARATIONS

// Four-character codes are written as numbers: compilers differ in their warnings about 'abcd'.

// Statuses of any audio call. C has `noErr` from the base types.
#if defined(__swift__)
SORI_CONSTANTS(OSStatus) {
    noErr = 0,
};
#endif

SORI_CONSTANTS(OSStatus) {
    kAudio_UnimplementedError = -4,
    kAudio_TooManyFilesOpenError = -42,
    kAudio_FileNotFoundError = -43,
    kAudio_ParamError = -50,
    kAudio_FilePermissionError = -54,
    kAudio_MemFullError = -108,
    kAudio_BadFilePathError = 0x21707468,  // '!pth'
};

/// The four-character code of an encoding.
typedef uint32_t AudioFormatID;

/// Flags of a format; their meaning depends on the encoding.
typedef uint32_t AudioFormatFlags;

/// The format of an audio stream. A field that does not apply is zero.
struct AudioStreamBasicDescription {
    /// Sample rate in Hz.
    double mSampleRate;
    /// The encoding.
    AudioFormatID mFormatID;
    /// Flags of the encoding.
    AudioFormatFlags mFormatFlags;
    /// Bytes of a packet; zero when packets have various sizes.
    uint32_t mBytesPerPacket;
    /// Frames of a packet; zero when packets have various frame counts.
    uint32_t mFramesPerPacket;
    /// Bytes of a frame; zero for compressed formats; for one channel when non-interleaved.
    uint32_t mBytesPerFrame;
    /// Channels of the stream.
    uint32_t mChannelsPerFrame;
    /// Bits of a sample; zero for compressed formats.
    uint32_t mBitsPerChannel;
    /// Zero; pads the size to a multiple of eight bytes.
    uint32_t mReserved;
};
typedef struct AudioStreamBasicDescription AudioStreamBasicDescription;

/// One packet of various sizes in a buffer.
struct AudioStreamPacketDescription {
    /// Offset from the buffer's start, in bytes.
    int64_t mStartOffset;
    /// Frames in the packet; zero when every packet has the same number.
    uint32_t mVariableFramesInPacket;
    /// Size of the packet in bytes.
    uint32_t mDataByteSize;
};
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;

/// Samples in memory: one channel, or several interleaved.
struct AudioBuffer {
    /// Interleaved channels in the buffer.
    uint32_t mNumberChannels;
    /// Size of the data in bytes.
    uint32_t mDataByteSize;
    /// The samples.
    void *mData;
};
typedef struct AudioBuffer AudioBuffer;

/// A list of buffers of one length: one per channel for non-interleaved audio.
struct AudioBufferList {
    /// Buffers in the list.
    uint32_t mNumberBuffers;
    /// `mNumberBuffers` elements.
    AudioBuffer mBuffers[1];
};
typedef struct AudioBufferList AudioBufferList;

/// An encoder or decoder of the system.
struct AudioClassDescription {
    /// The component type: 'aenc' or 'adec'.
    uint32_t mType;
    /// The encoding.
    uint32_t mSubType;
    /// The manufacturer.
    uint32_t mManufacturer;
};
typedef struct AudioClassDescription AudioClassDescription;

/// A closed range of values.
struct AudioValueRange {
    double mMinimum;
    double mMaximum;
};
typedef struct AudioValueRange AudioValueRange;

SORI_CONSTANTS(AudioFormatID) {
    kAudioFormatLinearPCM = 0x6C70636D,             // 'lpcm'
    kAudioFormatAppleIMA4 = 0x696D6134,             // 'ima4'
    kAudioFormatMPEG4AAC = 0x61616320,              // 'aac '
    kAudioFormatMPEG4AAC_HE = 0x61616368,           // 'aach'
    kAudioFormatMPEG4AAC_HE_V2 = 0x61616370,        // 'aacp'
    kAudioFormatMPEG4AAC_LD = 0x6161636C,           // 'aacl'
    kAudioFormatMPEG4AAC_ELD = 0x61616365,          // 'aace'
    kAudioFormatMPEG4CELP = 0x63656C70,             // 'celp'
    kAudioFormatMPEG4HVXC = 0x68767863,             // 'hvxc'
    kAudioFormatMPEG4TwinVQ = 0x74777671,           // 'twvq'
    kAudioFormatMPEGD_USAC = 0x75736163,            // 'usac'
    kAudioFormatAppleLossless = 0x616C6163,         // 'alac'
    kAudioFormatMPEGLayer1 = 0x2E6D7031,            // '.mp1'
    kAudioFormatMPEGLayer2 = 0x2E6D7032,            // '.mp2'
    kAudioFormatMPEGLayer3 = 0x2E6D7033,            // '.mp3'
    kAudioFormatULaw = 0x756C6177,                  // 'ulaw'
    kAudioFormatALaw = 0x616C6177,                  // 'alaw'
    kAudioFormatMACE3 = 0x4D414333,                 // 'MAC3'
    kAudioFormatMACE6 = 0x4D414336,                 // 'MAC6'
    kAudioFormatQDesign = 0x51444D43,               // 'QDMC'
    kAudioFormatQDesign2 = 0x51444D32,              // 'QDM2'
    kAudioFormatQUALCOMM = 0x51636C70,              // 'Qclp'
    kAudioFormatAC3 = 0x61632D33,                   // 'ac-3'
    kAudioFormatEnhancedAC3 = 0x65632D33,           // 'ec-3'
    kAudioFormat60958AC3 = 0x63616333,              // 'cac3'
    kAudioFormatiLBC = 0x696C6263,                  // 'ilbc'
    kAudioFormatAMR = 0x73616D72,                   // 'samr'
    kAudioFormatAMR_WB = 0x73617762,                // 'sawb'
    kAudioFormatFLAC = 0x666C6163,                  // 'flac'
    kAudioFormatOpus = 0x6F707573,                  // 'opus'
    kAudioFormatAudible = 0x41554442,               // 'AUDB'
    kAudioFormatTimeCode = 0x74696D65,              // 'time'
    kAudioFormatMIDIStream = 0x6D696469,            // 'midi'
    kAudioFormatParameterValueStream = 0x61707673,  // 'apvs'
    kAudioFormatAES3 = 0x61657333,                  // 'aes3'
    kAudioFormatDVIIntelIMA = 0x6D730011,           // 'ms', 0x0011
    kAudioFormatMicrosoftGSM = 0x6D730031,          // 'ms', 0x0031
    kAudioFormatMPEG4AAC_ELD_SBR = 0x61616366,      // 'aacf'
    kAudioFormatMPEG4AAC_ELD_V2 = 0x61616367,       // 'aacg'
    kAudioFormatMPEG4AAC_Spatial = 0x61616373,      // 'aacs'
};

// The byte order of the target machine.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define SORI_NATIVE_ENDIAN_FLAG (1U << 1)
#else
#define SORI_NATIVE_ENDIAN_FLAG 0U
#endif

SORI_CONSTANTS(AudioFormatFlags) {
    kAudioFormatFlagIsFloat = 1U << 0,
    kAudioFormatFlagIsBigEndian = 1U << 1,
    kAudioFormatFlagIsSignedInteger = 1U << 2,
    kAudioFormatFlagIsPacked = 1U << 3,
    kAudioFormatFlagIsAlignedHigh = 1U << 4,
    kAudioFormatFlagIsNonInterleaved = 1U << 5,
    kAudioFormatFlagIsNonMixable = 1U << 6,
    // Means "no flags", where zero means "not given".
    kAudioFormatFlagsAreAllClear = 0x80000000U,

    kLinearPCMFormatFlagIsFloat = 1U << 0,
    kLinearPCMFormatFlagIsBigEndian = 1U << 1,
    kLinearPCMFormatFlagIsSignedInteger = 1U << 2,
    kLinearPCMFormatFlagIsPacked = 1U << 3,
    kLinearPCMFormatFlagIsAlignedHigh = 1U << 4,
    kLinearPCMFormatFlagIsNonInterleaved = 1U << 5,
    kLinearPCMFormatFlagIsNonMixable = 1U << 6,
    // Fraction bits of a fixed-point sample, as a field of six bits.
    kLinearPCMFormatFlagsSampleFractionShift = 7,
    kLinearPCMFormatFlagsSampleFractionMask = 0x3FU << 7,
    kLinearPCMFormatFlagsAreAllClear = 0x80000000U,

    // Source bit depth of an Apple Lossless stream.
    kAppleLosslessFormatFlag_16BitSourceData = 1,
    kAppleLosslessFormatFlag_20BitSourceData = 2,
    kAppleLosslessFormatFlag_24BitSourceData = 3,
    kAppleLosslessFormatFlag_32BitSourceData = 4,

    kAudioFormatFlagsNativeEndian = SORI_NATIVE_ENDIAN_FLAG,
    // The canonical format of the first iPhones: packed 16-bit integers.
    kAudioFormatFlagsCanonical = SORI_NATIVE_ENDIAN_FLAG | 1U << 2 | 1U << 3,
    // Packed floats in the machine's byte order.
    kAudioFormatFlagsNativeFloatPacked = SORI_NATIVE_ENDIAN_FLAG | 1U << 0 | 1U << 3,
};

/// Object types of MPEG-4 audio, which used to be the flags of its formats.
SORI_ENUMERATION(long, MPEG4ObjectID) {
    kMPEG4Object_AAC_Main = 1,
    kMPEG4Object_AAC_LC = 2,
    kMPEG4Object_AAC_SSR = 3,
    kMPEG4Object_AAC_LTP = 4,
    kMPEG4Object_AAC_SBR = 5,
    kMPEG4Object_AAC_Scalable = 6,
    kMPEG4Object_TwinVQ = 7,
    kMPEG4Object_CELP = 8,
    kMPEG4Object_HVXC = 9,
};

// What only C and C++ have.
#if !defined(__swift__)

/// A pair of values, of which one is converted to the other.
struct AudioValueTranslation {
    void *mInputData;
    /// Size of the input in bytes.
    UInt32 mInputDataSize;
    void *mOutputData;
    /// Size of the output in bytes.
    UInt32 mOutputDataSize;
};
typedef struct AudioValueTranslation AudioValueTranslation;

// The canonical samples of the first iPhones: integers for input and output, and fixed-point
// numbers with 24 bits after the point between audio units.
#define CA_PREFER_FIXED_POINT 1
typedef SInt16 AudioSampleType;
typedef SInt32 AudioUnitSampleType;
#define kAudioUnitSampleFractionBits 24
#define kAudioFormatFlagsAudioUnitCanonical                                                  \
    (kAudioFormatFlagIsSignedInteger | kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked \
     | kAudioFormatFlagIsNonInterleaved                                                      \
     | (kAudioUnitSampleFractionBits << kLinearPCMFormatFlagsSampleFractionShift))

/// Whether a format is linear PCM in the machine's byte order.
#define TestAudioFormatNativeEndian(f)      \
    ((f).mFormatID == kAudioFormatLinearPCM \
     && ((f).mFormatFlags & kAudioFormatFlagIsBigEndian) == kAudioFormatFlagsNativeEndian)

#if defined(__cplusplus)

/// Whether a format is linear PCM in the machine's byte order.
static __inline__ bool IsAudioFormatNativeEndian(const AudioStreamBasicDescription &f)
{
    return TestAudioFormatNativeEndian(f);
}

/// The flags of linear PCM.
static __inline__ AudioFormatFlags CalculateLPCMFlags(
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false)
{
    AudioFormatFlags flags = inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger;
    if (inIsBigEndian) flags |= kAudioFormatFlagIsBigEndian;
    if (inValidBitsPerChannel == inTotalBitsPerChannel)
        flags |= kAudioFormatFlagIsPacked;
    else
        flags |= kAudioFormatFlagIsAlignedHigh;
    if (inIsNonInterleaved) flags |= kAudioFormatFlagIsNonInterleaved;
    return flags;
}

/// Fills in a format of linear PCM; interleaved or with one buffer per channel.
static __inline__ void FillOutASBDForLPCM(
    AudioStreamBasicDescription &outASBD, Float64 inSampleRate, UInt32 inChannelsPerFrame,
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false)
{
    const UInt32 channelsPerBuffer = inIsNonInterleaved ? 1 : inChannelsPerFrame;
    outASBD.mSampleRate = inSampleRate;
    outASBD.mFormatID = kAudioFormatLinearPCM;
    outASBD.mFormatFlags = CalculateLPCMFlags(
        inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian,
        inIsNonInterleaved);
    outASBD.mBytesPerPacket = channelsPerBuffer * (inTotalBitsPerChannel / 8);
    outASBD.mFramesPerPacket = 1;
    outASBD.mBytesPerFrame = outASBD.mBytesPerPacket;
    outASBD.mChannelsPerFrame = inChannelsPerFrame;
    outASBD.mBitsPerChannel = inValidBitsPerChannel;
    outASBD.mReserved = 0;
}

#endif
#endif

SORI_END_DECLARATIONS
