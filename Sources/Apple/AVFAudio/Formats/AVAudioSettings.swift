// Keys and values of the settings of formats, files, players and recorders.

/// Settings key of the coding: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// Settings key of the sample rate in Hz: a floating-point number.
public let AVSampleRateKey = "AVSampleRateKey"
/// Settings key of the number of channels: an integer.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"

/// Settings key of the bits of a linear PCM sample: 8, 16, 24 or 32.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Settings key of whether linear PCM is big-endian: a Boolean.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Settings key of whether linear PCM samples are floating-point numbers: a Boolean.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Settings key of whether each channel of linear PCM has a buffer of its own: a Boolean.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"

/// Settings key of the type of a file: an `AudioFileTypeID`. It overrides the file name extension.
public let AVAudioFileTypeKey = "AVAudioFileTypeKey"

/// Settings key of the encoder's quality: a raw value of `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderAudioQualityKey"
/// Settings key of the encoder's quality with a variable bit rate: a raw value of `AVAudioQuality`.
public let AVEncoderAudioQualityForVBRKey = "AVEncoderAudioQualityForVBRKey"
/// Settings key of the encoder's bit rate, in bits a second: an integer.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Settings key of the encoder's bit rate per channel, in bits a second: an integer.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Settings key of how the bit rate varies: one of the strategies, a string.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// Settings key of the bits of a sample that the encoder is given: 8…32.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"

/// Settings key of the sample-rate conversion: one of its algorithms, a string.
public let AVSampleRateConverterAlgorithmKey = "AVSampleRateConverterAlgorithmKey"
/// Settings key of the sample-rate converter's quality: a raw value of `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterAudioQualityKey"

/// Settings key of the channel layout: `Data` with the bytes of an `AudioChannelLayout`.
public let AVChannelLayoutKey = "AVChannelLayoutKey"

/// Strategy of an encoder with a constant bit rate.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// Strategy of an encoder with the bit rate as a long-term average.
public let AVAudioBitRateStrategy_LongTermAverage = "AVAudioBitRateStrategy_LongTermAverage"
/// Strategy of an encoder with a variable bit rate that has bounds.
public let AVAudioBitRateStrategy_VariableConstrained = "AVAudioBitRateStrategy_VariableConstrained"
/// Strategy of an encoder with a variable bit rate.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

/// The usual algorithm of sample-rate conversion.
public let AVSampleRateConverterAlgorithm_Normal = "AVSampleRateConverterAlgorithm_Normal"
/// A slower algorithm of sample-rate conversion, with longer filters.
public let AVSampleRateConverterAlgorithm_Mastering = "AVSampleRateConverterAlgorithm_Mastering"
/// The mastering algorithm with a minimum-phase filter; here its filters have linear phase.
public let AVSampleRateConverterAlgorithm_MinimumPhase =
    "AVSampleRateConverterAlgorithm_MinimumPhase"
