#pragma once

// Audio Converter: sound of one format into another.
//
// A converter is used by one thread at a time; a call while another one for the same converter is
// under way gives 'op??', but for asking for a property inside the function that hands in data. A
// wrong argument gives an error, -50 for a missing pointer and for a converter that was disposed
// of; it never stops the program. When a call fails, nothing is written through the caller's
// pointers, but for what had been converted before the input failed.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

typedef struct OpaqueAudioConverter *AudioConverterRef;

typedef uint32_t AudioConverterPropertyID;

SORI_CONSTANTS(AudioConverterPropertyID) {
    /// A `UInt32`, bytes: less input would give nothing.
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273,  // 'mibs'
    /// A `UInt32`, bytes: less room would hold nothing.
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273,  // 'mobs'
    /// A `UInt32`, bytes.
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073,  // 'xips'
    /// A `UInt32`, bytes.
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// A `UInt32`: bytes of output in, the bytes of input they take out.
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273,  // 'cibs'
    /// A `UInt32`: bytes of input in, the bytes of output they give out.
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273,  // 'cobs'
    /// Not supported here.
    kAudioConverterPropertyInputCodecParameters = 0x69636470,  // 'icdp'
    /// Not supported here.
    kAudioConverterPropertyOutputCodecParameters = 0x6F636470,  // 'ocdp'
    /// A `UInt32`, one of `kAudioConverterSampleRateConverterComplexity_…`.
    kAudioConverterSampleRateConverterComplexity = 0x73726361,  // 'srca'
    /// A `UInt32`, `kAudioConverterQuality_Min` … `_Max`.
    kAudioConverterSampleRateConverterQuality = 0x73726371,  // 'srcq'
    /// A `float`, 0…1: where between two frames to begin. Only 0 is taken here.
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370,  // 'srcp'
    /// A `UInt32`, `kAudioConverterQuality_Min` … `_Max`. Kept, and without effect here.
    kAudioConverterCodecQuality = 0x63647175,  // 'cdqu'
    /// A `UInt32`, one of `kConverterPrimeMethod_…`.
    kAudioConverterPrimeMethod = 0x70726D6D,  // 'prmm'
    /// An `AudioConverterPrimeInfo`.
    kAudioConverterPrimeInfo = 0x7072696D,  // 'prim'
    /// An `SInt32` for each channel of the output: the input's channel that it is, or -1.
    kAudioConverterChannelMap = 0x63686D70,  // 'chmp'
    /// Bytes that the decoder must have beside the format.
    kAudioConverterDecompressionMagicCookie = 0x646D6763,  // 'dmgc'
    /// Bytes that a decoder of the output will need; only to be read.
    kAudioConverterCompressionMagicCookie = 0x636D6763,  // 'cmgc'
    /// A `UInt32`, bits a second.
    kAudioConverterEncodeBitRate = 0x62726174,  // 'brat'
    /// A `double`, frames a second; only to be read here.
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372,  // 'ajsr'
    /// An `AudioChannelLayout`, of as many channels as the input has; -50 for others.
    kAudioConverterInputChannelLayout = 0x69636C20,  // 'icl '
    /// An `AudioChannelLayout`, of as many channels as the output has; -50 for others. With the
    /// input's, channels are mixed by what they are for.
    kAudioConverterOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// A list of `AudioValueRange`, bits a second, for the present formats.
    kAudioConverterApplicableEncodeBitRates = 0x61656272,  // 'aebr'
    /// A list of `AudioValueRange`, bits a second, for any.
    kAudioConverterAvailableEncodeBitRates = 0x76656272,  // 'vebr'
    /// A list of `AudioValueRange`, frames a second, for the present formats.
    kAudioConverterApplicableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// A list of `AudioValueRange`, frames a second, for any.
    kAudioConverterAvailableEncodeSampleRates = 0x76657372,  // 'vesr'
    /// Not supported here.
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// An `AudioStreamBasicDescription`, with all fields filled in.
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64,  // 'acod'
    /// An `AudioStreamBasicDescription`, with all fields filled in.
    kAudioConverterCurrentInputStreamDescription = 0x61636964,  // 'acid'
    /// A `CFArrayRef` of a coder's settings that the caller releases: empty here.
    kAudioConverterPropertySettings = 0x61637073,  // 'acps'
    /// An `SInt32`: how many bits the source of the input really has. Kept, without effect here.
    kAudioConverterPropertyBitDepthHint = 0x61636264,  // 'acbd'
    /// A list of `AudioFormatListItem`: the formats that the encoder's packets can be read as.
    kAudioConverterPropertyFormatList = 0x666C7374,  // 'flst'
    /// A `UInt32`: always 1, as there is no hardware to lose.
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669,  // 'crfi'
    /// A `UInt32`: 1 to mix channels by what they are for, 0 (the default) to take the first.
    kAudioConverterPropertyPerformDownmix = 0x646D6978,  // 'dmix'
    /// A `float` for each pair of channels, output by output: the gains from the input's.
    kAudioConverterPropertyChannelMixMap = 0x6D6D6170,  // 'mmap'
    /// A `UInt32`: 0, or `kDitherAlgorithm_TPDF`.
    kAudioConverterPropertyDithering = 0x64697468,  // 'dith'
    /// A `UInt32`: the bits that dither is for; only to be read here.
    kAudioConverterPropertyDitherBitDepth = 0x64626974,  // 'dbit'
};

SORI_CONSTANTS(uint32_t) {
    /// Noise that is the likelier the smaller it is.
    kDitherAlgorithm_TPDF = 1,
    /// Not supported here.
    kDitherAlgorithm_NoiseShaping = 2,
};

SORI_CONSTANTS(uint32_t) {
    kAudioConverterQuality_Max = 0x7F,
    kAudioConverterQuality_High = 0x60,
    kAudioConverterQuality_Medium = 0x40,
    kAudioConverterQuality_Low = 0x20,
    kAudioConverterQuality_Min = 0,
};

SORI_CONSTANTS(uint32_t) {
    /// Straight lines between frames.
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    /// The best.
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    /// As the best; phases stay linear here.
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6D696E70,  // 'minp'
};

SORI_CONSTANTS(uint32_t) {
    /// The input begins with the frames before the first wanted one.
    kConverterPrimeMethod_Pre = 0,
    /// There is silence before the input, and the frames behind are asked for ahead.
    kConverterPrimeMethod_Normal = 1,
    /// Nothing is asked for ahead; the output is late.
    kConverterPrimeMethod_None = 2,
};

/// How far a conversion looks, in frames of the input; of coded sound, frames to leave out.
struct AudioConverterPrimeInfo {
    uint32_t leadingFrames;
    uint32_t trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

SORI_CONSTANTS(OSStatus) {
    kAudioConverterErr_FormatNotSupported = 0x666D743F,               // 'fmt?'
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,            // 'op??'
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,             // 'prop'
    kAudioConverterErr_InvalidInputSize = 0x696E737A,                 // 'insz'
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,                // 'otsz'
    kAudioConverterErr_UnspecifiedError = 0x77686174,                 // 'what'
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,             // '!siz'
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64,  // '!pkd'
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,        // '!isr'
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,       // '!osr'
    kAudioConverterErr_HardwareInUse = 0x68776975,                    // 'hwiu'
    kAudioConverterErr_NoHardwarePermission = 0x7065726D,             // 'perm'
};

/// Makes a converter. Rates of zero, and fields of codings that follow from others, are filled in.
///
/// Returns 'fmt?' for formats that are not converted, '!isr' or '!osr' for their rates.
OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef *outAudioConverter);

/// The same; there is one coder for each coding, so nothing is chosen, but 'fmt?' is returned when
/// none of the classes is one that is there: all are software.
OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, uint32_t inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions, AudioConverterRef *outAudioConverter);

/// May be called inside the function that hands in data; the conversion then ends with 'what'.
OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Starts anew, for another stream of the same format. Needed after the end of one.
OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

/// Reads a property. `ioPropertyDataSize` is how much there is room for, and becomes how much was
/// written.
OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. Once converting has begun, it starts anew.
OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

/// Converts interleaved PCM to another such format of the same rate, all of it at once.
///
/// Returns 'op??' for other formats, 'insz' when the input is not whole frames, 'otsz' when there
/// is not room for them.
OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter, uint32_t inInputDataSize, const void *inInputData,
    uint32_t *ioOutputDataSize, void *outOutputData);

/// The same for frames in lists of buffers, interleaved or not.
OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter, uint32_t inNumberPCMFrames,
    const AudioBufferList *inInputData, AudioBufferList *outOutputData);

#if !defined(__swift__)

/// Hands in packets: puts them into `ioData`, and their count into `ioNumberDataPackets`, which
/// holds how many would do. They must stay where they are until the next call.
///
/// None and no error mean that the input has ended. An error stops the conversion, which gives what
/// it had until then, and can go on later. `outDataPacketDescription` is NULL where the packets are
/// of one size.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter, uint32_t *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription **outDataPacketDescription, void *inUserData);

/// Converts what the function hands in, which is called on the thread of the call.
///
/// `ioOutputDataPacketSize` is how many packets are wanted, and becomes how many there are: fewer
/// when the input ends or the buffers are full. `mDataByteSize` of each buffer is how much there is
/// room for, and becomes how much was written. `outPacketDescription` may be NULL.
OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *inInputDataProcUserData, uint32_t *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *outPacketDescription);

/// The size of a property, and whether it can be set. Either pointer may be NULL.
///
/// Returns 'prop' for a property that the converter does not have.
OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID, uint32_t *outSize,
    Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
