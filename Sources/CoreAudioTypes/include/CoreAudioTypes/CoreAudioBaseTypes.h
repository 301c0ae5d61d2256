#pragma once

#include <CoreAudioTypes/SoriDeclarations.h>

SORI_BEGIN_DECLARATIONS

// Four-character codes are written as numbers: compilers differ on what they say about 'abcd'.

// Results that any audio call may give.
SORI_CONSTANTS(OSStatus) {
    noErr = 0,
    kAudio_UnimplementedError = -4,
    kAudio_TooManyFilesOpenError = -42,
    kAudio_FileNotFoundError = -43,
    kAudio_ParamError = -50,
    kAudio_FilePermissionError = -54,
    kAudio_MemFullError = -108,
    kAudio_BadFilePathError = 0x21707468,  // '!pth'
};

/// Which coding a stream uses.
typedef uint32_t AudioFormatID;

/// Details of a coding; what the bits mean depends on it.
typedef uint32_t AudioFormatFlags;

/// How the bytes of a stream are to be read. A field that does not apply is zero.
struct AudioStreamBasicDescription {
    /// Frames a second.
    double mSampleRate;
    AudioFormatID mFormatID;
    AudioFormatFlags mFormatFlags;
    /// Zero when packets differ in size.
    uint32_t mBytesPerPacket;
    /// Zero when packets differ in their number of frames.
    uint32_t mFramesPerPacket;
    /// Zero for compressed formats; of one channel when channels are not interleaved.
    uint32_t mBytesPerFrame;
    uint32_t mChannelsPerFrame;
    /// Zero for compressed formats.
    uint32_t mBitsPerChannel;
    /// Zero; makes the size a multiple of eight bytes.
    uint32_t mReserved;
};
typedef struct AudioStreamBasicDescription AudioStreamBasicDescription;

/// One packet in a buffer of packets that differ.
struct AudioStreamPacketDescription {
    /// Bytes from the buffer's start.
    int64_t mStartOffset;
    /// Zero when every packet holds the same number of frames.
    uint32_t mVariableFramesInPacket;
    uint32_t mDataByteSize;
};
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;

/// Samples in memory: one channel, or several interleaved.
struct AudioBuffer {
    /// Of the interleaved samples.
    uint32_t mNumberChannels;
    uint32_t mDataByteSize;
    void *mData;
};
typedef struct AudioBuffer AudioBuffer;

/// Buffers of one length. Non-interleaved audio has one a channel.
struct AudioBufferList {
    uint32_t mNumberBuffers;
    /// As many as `mNumberBuffers` says.
    AudioBuffer mBuffers[1];
};
typedef struct AudioBufferList AudioBufferList;

/// One of the system's encoders or decoders.
struct AudioClassDescription {
    /// 'aenc' or 'adec'.
    uint32_t mType;
    /// The coding.
    uint32_t mSubType;
    /// Who made it.
    uint32_t mManufacturer;
};
typedef struct AudioClassDescription AudioClassDescription;

/// From the least to the greatest value.
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

// The byte order of the machine that compiles this.
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
    // "No flags", where zero would mean "not given".
    kAudioFormatFlagsAreAllClear = 0x80000000U,

    kLinearPCMFormatFlagIsFloat = 1U << 0,
    kLinearPCMFormatFlagIsBigEndian = 1U << 1,
    kLinearPCMFormatFlagIsSignedInteger = 1U << 2,
    kLinearPCMFormatFlagIsPacked = 1U << 3,
    kLinearPCMFormatFlagIsAlignedHigh = 1U << 4,
    kLinearPCMFormatFlagIsNonInterleaved = 1U << 5,
    kLinearPCMFormatFlagIsNonMixable = 1U << 6,
    // Bits after the point of a fixed-point number, as a field of six bits.
    kLinearPCMFormatFlagsSampleFractionShift = 7,
    kLinearPCMFormatFlagsSampleFractionMask = 0x3FU << 7,
    kLinearPCMFormatFlagsAreAllClear = 0x80000000U,

    // The depth of what an Apple Lossless stream was made from.
    kAppleLosslessFormatFlag_16BitSourceData = 1,
    kAppleLosslessFormatFlag_20BitSourceData = 2,
    kAppleLosslessFormatFlag_24BitSourceData = 3,
    kAppleLosslessFormatFlag_32BitSourceData = 4,

    kAudioFormatFlagsNativeEndian = SORI_NATIVE_ENDIAN_FLAG,
    // What the first iPhones computed with: 16-bit whole numbers, packed.
    kAudioFormatFlagsCanonical = SORI_NATIVE_ENDIAN_FLAG | 1U << 2 | 1U << 3,
    // Float and packed, in the machine's byte order.
    kAudioFormatFlagsNativeFloatPacked = SORI_NATIVE_ENDIAN_FLAG | 1U << 0 | 1U << 3,
};

/// The object types of MPEG-4 audio, which were the flags of its formats once.
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

SORI_END_DECLARATIONS
