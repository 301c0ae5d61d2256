import AudioCodecs
import AudioModel
import AudioToolbox
import ChannelLayouts
import CoreMedia
import Foundation
import MediaExport

extension CMFormatDescription {
    /// The format of sound; `nil` for other media.
    var streamFormat: StreamFormat? { audioStreamBasicDescription.map { StreamFormat($0) } }

    /// The channel layout; `nil` without one, and for one that is invalid.
    var layoutForApps: ChannelLayout? {
        var size = 0
        guard let layout = CMAudioFormatDescriptionGetChannelLayout(self, sizeOut: &size) else {
            return nil
        }
        return try? ChannelLayout(bytesForApps: UnsafeRawBufferPointer(start: layout, count: size))
    }
}

extension MediaFileWriter {
    /// Writes a buffer of a session.
    ///
    /// - Parameters:
    ///   - start: The session's start, which is the beginning of the file.
    ///   - end: The session's end, where the rest of the buffer is left out; or `nil`.
    func append(_ buffer: CMSampleBuffer, from start: CMTime, to end: CMTime?) throws {
        guard buffer.isValid, CMSampleBufferDataIsReady(buffer), buffer.numSamples > 0,
            let data = buffer.dataBuffer, let description = buffer.formatDescription,
            let format = description.streamFormat
        else { throw MediaExportError.unsuitableSamples }
        let block = try data.makeContiguous()
        try block.assureBlockMemory()
        let bytes = UnsafeRawBufferPointer(block.bytes)
        defer { withExtendedLifetime(block) {} }
        guard format.id == .linearPCM else { return try append(buffer, bytes) }
        let time = (buffer.presentationTimeStamp - start).seconds
        var count = buffer.numSamples
        if let end, format.sampleRate > 0 {
            let left = ((end - start).seconds - time) * format.sampleRate
            count = Int(min(max(left.rounded(), 0), Double(count)))
        }
        guard count > 0 else { return }
        let planeCount = format.flags.contains(.nonInterleaved) ? Int(format.channelCount) : 1
        let (planeByteCount, overflow) = buffer.numSamples.multipliedReportingOverflow(
            by: Int(format.bytesPerFrame))
        guard !overflow, 1...64 ~= planeCount, planeByteCount <= bytes.count / planeCount else {
            throw MediaExportError.unsuitableSamples
        }
        try append(
            (0..<planeCount).map {
                UnsafeRawBufferPointer(
                    rebasing: bytes[$0 * planeByteCount..<($0 + 1) * planeByteCount])
            }, frameCount: count, format: format, layout: description.layoutForApps, at: time)
    }

    private func append(_ buffer: CMSampleBuffer, _ bytes: UnsafeRawBufferPointer) throws {
        func trimmed(_ key: NSString) -> Int64 {
            guard
                let value = CMGetAttachment(buffer, key: key, attachmentModeOut: nil)
                    as? NSDictionary,
                let rate = buffer.formatDescription?.audioStreamBasicDescription?.mSampleRate
            else { return 0 }
            let time = CMTimeMakeFromDictionary(value)
            guard time.isNumeric else { return 0 }
            return Int64(min(max((time.seconds * rate).rounded(), 0), 0x1p40))
        }
        let descriptions = try buffer.audioStreamPacketDescriptions().map {
            PacketDescription(
                startOffset: $0.mStartOffset, variableFrameCount: $0.mVariableFramesInPacket,
                byteCount: $0.mDataByteSize)
        }
        try descriptions.withUnsafeBufferPointer {
            try append(
                bytes, packetCount: buffer.numSamples,
                descriptions: $0.isEmpty ? nil : $0,
                hiddenAtStart: trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtStart),
                hiddenAtEnd: trimmed(kCMSampleBufferAttachmentKey_TrimDurationAtEnd))
        }
    }
}
