import AudioCodecs
import AudioFormats
import AudioModel
import AudioToolbox
import ChannelLayouts
import CoreMedia
import Foundation
import MediaExport

extension CMTime {
    /// The time of a frame: exact for whole rates.
    static func ofFrame(_ frame: Int64, rate: Double) -> CMTime {
        if rate >= 1, rate < 0x1p31, rate == rate.rounded() {
            return CMTime(value: frame, timescale: CMTimeScale(rate))
        }
        return CMTime(seconds: Double(frame) / max(rate, 1), preferredTimescale: 1_000_000_000)
    }
}

extension CMTimeRange {
    /// The range in seconds.
    ///
    /// - Returns: `nil` where all of something is meant: for an invalid range, and from zero without
    ///   an end.
    var seconds: Range<Double>? {
        guard isValid, start.isNumeric else { return nil }
        let first = start.seconds
        guard duration.isNumeric else {
            return first == 0 ? nil : first..<max(first, 0x1p40)
        }
        return first..<max(first + duration.seconds, first)
    }

    /// All of an asset.
    static var everything: CMTimeRange { CMTimeRange(start: .zero, duration: .positiveInfinity) }
}

extension CMFormatDescription {
    /// The description of sound in a file.
    static func of(_ file: AudioFileReader) -> CMFormatDescription {
        CMFormatDescription(
            AudioStreamBasicDescription(file.format), file.channelLayout?.bytesForApps ?? [],
            file.magicCookie ?? [], nil)
    }

    /// The description of linear PCM.
    static func of(_ format: StreamFormat, layout: ChannelLayout?) -> CMFormatDescription {
        CMFormatDescription(
            AudioStreamBasicDescription(format), layout?.bytesForApps ?? [], [], nil)
    }
}

extension CMSampleBuffer {
    /// Frames of linear PCM.
    static func make(
        _ frames: RenderedFrames, _ format: StreamFormat, _ description: CMFormatDescription
    ) throws -> CMSampleBuffer {
        try CMSampleBuffer(
            dataBuffer: frames.bytes.withUnsafeBytes { CMBlockBuffer($0) },
            formatDescription: description, numSamples: frames.frameCount,
            sampleTimings: [
                CMSampleTimingInfo(
                    duration: .ofFrame(1, rate: format.sampleRate),
                    presentationTimeStamp: .ofFrame(frames.firstFrame, rate: format.sampleRate),
                    decodeTimeStamp: .invalid)
            ], sampleSizes: [Int(format.bytesPerFrame)])
    }

    /// Packets of a file. What is not heard of them is trimmed by attachments.
    static func make(
        _ piece: PacketPiece, _ format: StreamFormat, _ description: CMFormatDescription
    ) throws -> CMSampleBuffer {
        let rate = format.sampleRate
        let buffer = try CMSampleBuffer(
            dataBuffer: piece.bytes.withUnsafeBytes { CMBlockBuffer($0) },
            formatDescription: description, numSamples: piece.packetCount,
            presentationTimeStamp: .ofFrame(piece.firstFrame, rate: rate),
            packetDescriptions: piece.descriptions.map {
                AudioStreamPacketDescription(
                    mStartOffset: $0.startOffset,
                    mVariableFramesInPacket: $0.variableFrameCount, mDataByteSize: $0.byteCount)
            })
        for (key, frames) in [
            (kCMSampleBufferAttachmentKey_TrimDurationAtStart, piece.hiddenAtStart),
            (kCMSampleBufferAttachmentKey_TrimDurationAtEnd, piece.hiddenAtEnd),
        ] where frames > 0 {
            CMSetAttachment(
                buffer, key: key,
                value: CMTimeCopyAsDictionary(.ofFrame(frames, rate: rate), allocator: nil),
                attachmentMode: kCMAttachmentMode_ShouldPropagate)
        }
        return buffer
    }
}
