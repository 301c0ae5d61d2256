import AVFAudio

/// The types of what public projects use most of formats, buffers and files.
func checkFormatSignatures() {
    _ = AVAudioPCMBuffer.self
    _ = AVAudioFormat.self
    settable(\AVAudioPCMBuffer.frameLength, AVAudioFrameCount.self)
    _ =
        AVAudioPCMBuffer.init(pcmFormat:frameCapacity:)
        as (AVAudioFormat, AVAudioFrameCount) -> AVAudioPCMBuffer?
    _ = AVAudioFile.self
    aliased(AVAudioFrameCount.self, UInt32.self)
    readable(\AVAudioFormat.sampleRate, Double.self)
    let _: String = AVFormatIDKey
    let _: String = AVNumberOfChannelsKey
    let _: String = AVSampleRateKey
    readable(\AVAudioPCMBuffer.floatChannelData, UnsafePointer<UnsafeMutablePointer<Float>>?.self)
    _ = AVAudioFile.init(forReading:) as (URL) throws -> AVAudioFile
    readable(\AVAudioFile.length, AVAudioFramePosition.self)
    _ =
        AVAudioFormat.init(commonFormat:sampleRate:channels:interleaved:)
        as (AVAudioCommonFormat, Double, AVAudioChannelCount, Bool) -> AVAudioFormat?
    readable(\AVAudioFile.processingFormat, AVAudioFormat.self)
    _ = AVAudioFile.init(forWriting:settings:) as (URL, [String: Any]) throws -> AVAudioFile
    _ = AVAudioFile.read(into:) as (AVAudioFile) -> (AVAudioPCMBuffer) throws -> Void
    _ =
        AVAudioFile.read(into:frameCount:)
        as (AVAudioFile) -> (AVAudioPCMBuffer, AVAudioFrameCount) throws -> Void
    _ = AVAudioFile.write(from:) as (AVAudioFile) -> (AVAudioPCMBuffer) throws -> Void
    readable(\AVAudioPCMBuffer.frameCapacity, AVAudioFrameCount.self)
    let _: AVAudioCommonFormat = AVAudioCommonFormat.pcmFormatFloat32
    readable(\AVAudioFormat.channelCount, AVAudioChannelCount.self)
    readable(\AVAudioTime.sampleRate, Double.self)
    readable(\AVAudioFile.url, URL.self)
    readable(\AVAudioFormat.streamDescription, UnsafePointer<AudioStreamBasicDescription>.self)
    _ = AVAudioFormat.init(settings:) as ([String: Any]) -> AVAudioFormat?
    _ =
        AVAudioFormat.init(streamDescription:)
        as (UnsafePointer<AudioStreamBasicDescription>) -> AVAudioFormat?
    _ = AVAudioTime.self
    readable(\AVAudioFile.fileFormat, AVAudioFormat.self)
    aliased(AVAudioFramePosition.self, Int64.self)
    readable(\AVAudioFormat.commonFormat, AVAudioCommonFormat.self)
    readable(\AVAudioFormat.isInterleaved, Bool.self)
    readable(\AVAudioTime.sampleTime, AVAudioFramePosition.self)
    let _: String = AVLinearPCMBitDepthKey
    let _: String = AVLinearPCMIsFloatKey
    _ = AVAudioCommonFormat.self
    readable(\AVAudioPCMBuffer.mutableAudioBufferList, UnsafeMutablePointer<AudioBufferList>.self)
    let _: String = AVEncoderAudioQualityKey
    readable(\AVAudioFormat.settings, [String: Any].self)
    aliased(AVAudioPacketCount.self, UInt32.self)
    settable(\AVAudioFile.framePosition, AVAudioFramePosition.self)
    let _: AVAudioCommonFormat = AVAudioCommonFormat.pcmFormatInt16
    readable(\AVAudioPCMBuffer.stride, Int.self)
    _ = AVAudioChannelLayout.self
    let _: String = AVEncoderBitRateKey
    let _: String = AVLinearPCMIsBigEndianKey
    let _: AVAudioCommonFormat = AVAudioCommonFormat.pcmFormatInt32
    readable(\AVAudioPCMBuffer.int16ChannelData, UnsafePointer<UnsafeMutablePointer<Int16>>?.self)
    readable(\AVAudioPCMBuffer.int32ChannelData, UnsafePointer<UnsafeMutablePointer<Int32>>?.self)
    _ =
        AVAudioFormat.init(standardFormatWithSampleRate:channels:)
        as (Double, AVAudioChannelCount) -> AVAudioFormat?
    readable(\AVAudioTime.hostTime, UInt64.self)
    _ = AVAudioTime.hostTime(forSeconds:) as (TimeInterval) -> UInt64
    let _: String = AVLinearPCMIsNonInterleaved
    readable(\AVAudioTime.isSampleTimeValid, Bool.self)
    readable(\AVAudioTime.isHostTimeValid, Bool.self)
    let _: String = AVAudioBitRateStrategy_Constant
    aliased(AVAudioChannelCount.self, UInt32.self)
    let _: String = AVEncoderBitRateStrategyKey
    let _: AVAudioCommonFormat = AVAudioCommonFormat.otherFormat
    let _: AVAudioCommonFormat = AVAudioCommonFormat.pcmFormatFloat64
    _ = AVAudioConverter.self
    _ =
        AVAudioConverter.convert(to:from:)
        as (AVAudioConverter) -> (AVAudioPCMBuffer, AVAudioPCMBuffer) throws -> Void
    _ =
        AVAudioConverter.convert(to:error:withInputFrom:)
        as (AVAudioConverter) -> (
            AVAudioBuffer, NSErrorPointer,
            (AVAudioPacketCount, UnsafeMutablePointer<AVAudioConverterInputStatus>) ->
                AVAudioBuffer?
        ) -> AVAudioConverterOutputStatus
    readable(\AVAudioConverter.outputFormat, AVAudioFormat.self)
    readable(\AVAudioFormat.channelLayout, AVAudioChannelLayout?.self)
    readable(\AVAudioFormat.isStandard, Bool.self)
    readable(\AVAudioTime.audioTimeStamp, AudioTimeStamp.self)
    readable(\AVAudioPCMBuffer.audioBufferList, UnsafePointer<AudioBufferList>.self)
    readable(\AVAudioPCMBuffer.format, AVAudioFormat.self)
}
