#pragma once

// Audio Converter Services: conversion between audio formats.
//
// One thread at a time may use a converter. A call during another call for the same converter gives
// 'op??', except reading a property within the input callback. An invalid argument gives an error
// and never crashes the program: -50 for a missing pointer and for a converter that was disposed
// of. A failed call writes nothing through the caller's pointers, except packets that were
// converted before the input failed.

#include <CoreAudioTypes/CoreAudioTypes.h>

SORI_BEGIN_DECLARATIONS

/// A handle of a converter.
typedef struct OpaqueAudioConverter *AudioConverterRef;

/// The four-character code of a converter property.
typedef uint32_t AudioConverterPropertyID;

SORI_CONSTANTS(AudioConverterPropertyID) {
    /// A `UInt32`: the smallest useful input size in bytes.
    kAudioConverterPropertyMinimumInputBufferSize = 0x6D696273,  // 'mibs'
    /// A `UInt32`: the smallest useful output size in bytes.
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6D6F6273,  // 'mobs'
    /// A `UInt32`: size of the largest input packet in bytes.
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073,  // 'xips'
    /// A `UInt32`: size of the largest output packet in bytes.
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786F7073,  // 'xops'
    /// A `UInt32`: on entry bytes of output, on return the bytes of input that they need.
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273,  // 'cibs'
    /// A `UInt32`: on entry bytes of input, on return the bytes of output that they give.
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636F6273,  // 'cobs'
    /// Not supported here.
    kAudioConverterPropertyInputCodecParameters = 0x69636470,  // 'icdp'
    /// Not supported here.
    kAudioConverterPropertyOutputCodecParameters = 0x6F636470,  // 'ocdp'
    /// A `UInt32`, one of `kAudioConverterSampleRateConverterComplexity_…`.
    kAudioConverterSampleRateConverterComplexity = 0x73726361,  // 'srca'
    /// A `UInt32`, `kAudioConverterQuality_Min` … `_Max`.
    kAudioConverterSampleRateConverterQuality = 0x73726371,  // 'srcq'
    /// A `float`, 0…1: the phase of the first output frame between two input frames. Only 0 here.
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370,  // 'srcp'
    /// A `UInt32`, `kAudioConverterQuality_Min` … `_Max`. Stored without effect here.
    kAudioConverterCodecQuality = 0x63647175,  // 'cdqu'
    /// A `UInt32`, one of `kConverterPrimeMethod_…`.
    kAudioConverterPrimeMethod = 0x70726D6D,  // 'prmm'
    /// An `AudioConverterPrimeInfo`. Can be set for the packets of a decoder only.
    kAudioConverterPrimeInfo = 0x7072696D,  // 'prim'
    /// An `SInt32` per output channel: the input channel, or -1 for silence.
    kAudioConverterChannelMap = 0x63686D70,  // 'chmp'
    /// The magic cookie of the decoder.
    kAudioConverterDecompressionMagicCookie = 0x646D6763,  // 'dmgc'
    /// The magic cookie for a decoder of the output; read-only.
    kAudioConverterCompressionMagicCookie = 0x636D6763,  // 'cmgc'
    /// A `UInt32`: the encoder's bit rate in bits per second.
    kAudioConverterEncodeBitRate = 0x62726174,  // 'brat'
    /// A `double`: the encoder's sample rate in Hz; read-only here.
    kAudioConverterEncodeAdjustableSampleRate = 0x616A7372,  // 'ajsr'
    /// An `AudioChannelLayout` of the input; -50 for another number of channels.
    kAudioConverterInputChannelLayout = 0x69636C20,  // 'icl '
    /// An `AudioChannelLayout` of the output; -50 for another number of channels. With the input's
    /// layout, channels are mixed by their speaker positions.
    kAudioConverterOutputChannelLayout = 0x6F636C20,  // 'ocl '
    /// A list of `AudioValueRange`: bit rates in bits per second for the current formats.
    kAudioConverterApplicableEncodeBitRates = 0x61656272,  // 'aebr'
    /// A list of `AudioValueRange`: all bit rates of the encoder in bits per second.
    kAudioConverterAvailableEncodeBitRates = 0x76656272,  // 'vebr'
    /// A list of `AudioValueRange`: sample rates in Hz for the current formats.
    kAudioConverterApplicableEncodeSampleRates = 0x61657372,  // 'aesr'
    /// A list of `AudioValueRange`: all sample rates of the encoder in Hz.
    kAudioConverterAvailableEncodeSampleRates = 0x76657372,  // 'vesr'
    /// Not supported here.
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636C,  // 'aecl'
    /// An `AudioStreamBasicDescription`: the output format with all fields filled in; read-only.
    kAudioConverterCurrentOutputStreamDescription = 0x61636F64,  // 'acod'
    /// An `AudioStreamBasicDescription`: the input format with all fields filled in; read-only.
    kAudioConverterCurrentInputStreamDescription = 0x61636964,  // 'acid'
    /// A `CFArrayRef` of codec settings that the caller releases; empty here.
    kAudioConverterPropertySettings = 0x61637073,  // 'acps'
    /// An `SInt32`: bit depth of the source. Stored without effect here.
    kAudioConverterPropertyBitDepthHint = 0x61636264,  // 'acbd'
    /// A list of `AudioFormatListItem`: the formats in which the encoder's packets can be decoded.
    kAudioConverterPropertyFormatList = 0x666C7374,  // 'flst'
    /// A `UInt32`: always 1, since there is no hardware codec to lose.
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669,  // 'crfi'
    /// A `UInt32`: 1 downmixes by speaker position, 0 (the default) takes the first channels.
    kAudioConverterPropertyPerformDownmix = 0x646D6978,  // 'dmix'
    /// A `float` per pair of channels, output by output: the gains of the mixing matrix.
    kAudioConverterPropertyChannelMixMap = 0x6D6D6170,  // 'mmap'
    /// A `UInt32`: the dither algorithm; 0 or `kDitherAlgorithm_TPDF`.
    kAudioConverterPropertyDithering = 0x64697468,  // 'dith'
    /// A `UInt32`: the bit depth that dither is made for; read-only here.
    kAudioConverterPropertyDitherBitDepth = 0x64626974,  // 'dbit'
};

SORI_CONSTANTS(uint32_t) {
    /// Noise with a triangular probability density.
    kDitherAlgorithm_TPDF = 1,
    /// Not supported here.
    kDitherAlgorithm_NoiseShaping = 2,
};

SORI_CONSTANTS(uint32_t) {
    /// The best quality.
    kAudioConverterQuality_Max = 0x7F,
    /// High quality.
    kAudioConverterQuality_High = 0x60,
    /// Medium quality; the default.
    kAudioConverterQuality_Medium = 0x40,
    /// Low quality.
    kAudioConverterQuality_Low = 0x20,
    /// The fastest conversion.
    kAudioConverterQuality_Min = 0,
};

SORI_CONSTANTS(uint32_t) {
    /// Linear interpolation.
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6C696E65,  // 'line'
    /// The default resampler.
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6E6F726D,  // 'norm'
    /// The resampler with the highest quality.
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473,  // 'bats'
    /// The resampler with the highest quality; its phase is linear here.
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6D696E70,  // 'minp'
};

SORI_CONSTANTS(uint32_t) {
    /// The caller supplies the leading frames before the first wanted frame.
    kConverterPrimeMethod_Pre = 0,
    /// Silence precedes the input, and the trailing frames are requested ahead.
    kConverterPrimeMethod_Normal = 1,
    /// No frames are requested ahead; the output is delayed.
    kConverterPrimeMethod_None = 2,
};

/// Priming of a conversion in input frames: what a resampler looks at, or what a decoder drops.
struct AudioConverterPrimeInfo {
    /// Frames before the first wanted one.
    uint32_t leadingFrames;
    /// Frames after the last wanted one.
    uint32_t trailingFrames;
};
typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;

SORI_CONSTANTS(OSStatus) {
    /// No conversion between these formats.
    kAudioConverterErr_FormatNotSupported = 0x666D743F,               // 'fmt?'
    /// The formats or the current state do not allow the call.
    kAudioConverterErr_OperationNotSupported = 0x6F703F3F,            // 'op??'
    /// The converter does not have the property.
    kAudioConverterErr_PropertyNotSupported = 0x70726F70,             // 'prop'
    /// The input is not a whole number of frames.
    kAudioConverterErr_InvalidInputSize = 0x696E737A,                 // 'insz'
    /// The output buffer is too small.
    kAudioConverterErr_InvalidOutputSize = 0x6F74737A,                // 'otsz'
    /// The conversion failed.
    kAudioConverterErr_UnspecifiedError = 0x77686174,                 // 'what'
    /// The size does not fit the property.
    kAudioConverterErr_BadPropertySizeError = 0x2173697A,             // '!siz'
    /// The input packets need descriptions.
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706B64,  // '!pkd'
    /// The input's sample rate is out of range.
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372,        // '!isr'
    /// The output's sample rate is out of range.
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216F7372,       // '!osr'
    /// A hardware codec is in use. Never returned here.
    kAudioConverterErr_HardwareInUse = 0x68776975,                    // 'hwiu'
    /// A hardware codec is not permitted. Never returned here.
    kAudioConverterErr_NoHardwarePermission = 0x7065726D,             // 'perm'
};

/// Makes a converter. Sample rates of zero, and fields that follow from the encoding, are filled
/// in.
///
/// Returns 'fmt?' for formats without a conversion, '!isr' or '!osr' for a sample rate out of
/// range.
OSStatus AudioConverterNew(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef *outAudioConverter);

/// Makes a converter with one of the given codecs. There is one software codec per encoding, so the
/// list only matters if it names hardware codecs alone: 'fmt?'.
OSStatus AudioConverterNewSpecific(
    const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, uint32_t inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions, AudioConverterRef *outAudioConverter);

/// Disposes of a converter. Within the input callback, the conversion ends with 'what'.
OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Resets a converter for another stream of the same format; required after the end of a stream.
OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

/// Reads a property. `ioPropertyDataSize` holds the buffer's size, then the bytes written.
OSStatus AudioConverterGetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    uint32_t *ioPropertyDataSize, void *outPropertyData);

/// Sets a property. A change during a stream resets the conversion.
OSStatus AudioConverterSetProperty(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID,
    uint32_t inPropertyDataSize, const void *inPropertyData);

/// Converts a whole buffer of interleaved PCM to another such format of the same sample rate.
///
/// Returns 'op??' for other formats, 'insz' for input that is not whole frames, 'otsz' for too
/// little room.
OSStatus AudioConverterConvertBuffer(
    AudioConverterRef inAudioConverter, uint32_t inInputDataSize, const void *inInputData,
    uint32_t *ioOutputDataSize, void *outOutputData);

/// Converts frames between buffer lists, interleaved or not, at the same sample rate.
OSStatus AudioConverterConvertComplexBuffer(
    AudioConverterRef inAudioConverter, uint32_t inNumberPCMFrames,
    const AudioBufferList *inInputData, AudioBufferList *outOutputData);

#if !defined(__swift__)

/// Supplies input packets: sets the buffers of `ioData`, and `ioNumberDataPackets`, which holds the
/// number wanted. The data must stay valid until the next call.
///
/// Zero packets with `noErr` end the input. An error stops the conversion, which returns what it
/// has converted and can continue later. `outDataPacketDescription` is NULL for packets of one
/// size.
typedef OSStatus (*AudioConverterComplexInputDataProc)(
    AudioConverterRef inAudioConverter, uint32_t *ioNumberDataPackets, AudioBufferList *ioData,
    AudioStreamPacketDescription **outDataPacketDescription, void *inUserData);

/// Converts packets that the callback supplies. The callback runs on the calling thread.
///
/// `ioOutputDataPacketSize` holds the packets wanted, then the packets converted: fewer when the
/// input ends or the buffers are full. `mDataByteSize` of each buffer holds its size, then the
/// bytes written. `outPacketDescription` may be NULL.
OSStatus AudioConverterFillComplexBuffer(
    AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc,
    void *inInputDataProcUserData, uint32_t *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription *outPacketDescription);

/// Gets the size of a property in bytes, and whether it can be set. Either pointer may be NULL.
///
/// Returns 'prop' for a property that the converter does not have.
OSStatus AudioConverterGetPropertyInfo(
    AudioConverterRef inAudioConverter, AudioConverterPropertyID inPropertyID, uint32_t *outSize,
    Boolean *outWritable);

#endif

SORI_END_DECLARATIONS
