package import AudioCodecs
package import AudioConversion
import AudioFiles
package import AudioFormats
package import AudioModel
package import ChannelLayouts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes the sound of a media file at times: frames that are encoded, or packets as they are.
///
/// What lies between samples is silent, and what comes before time 0 is left out. Not thread-safe: used
/// by one thread at a time.
package final class MediaFileWriter {
    /// What is written.
    package enum Output: Sendable {
        /// Frames, encoded in a format that the kind of file can hold.
        case encoded(StreamFormat, ConversionOptions, ChannelLayout?)
        /// Packets as they are.
        case packets(StreamFormat, magicCookie: [UInt8]?, ChannelLayout?)
    }

    /// What the file says besides its sound. It can change until the file is finished.
    package var tags = FileTags()
    private let writer: AudioFileWriter
    private let frames: ExtendedFileWriting?
    private let layout: ChannelLayout?
    /// The format of the frames so far.
    private var clientFormat: StreamFormat?
    /// The next frame to be written, at the rate of the frames.
    private var position: Int64 = 0
    private var remainder: Int64 = 0

    /// The longest silence between samples, in seconds.
    private static let gapMax = 86_400.0
    /// How far samples may be from the end of those before to follow them nevertheless, in seconds:
    /// clocks of devices are not exact.
    private static let jitter = 0.005
    private static let silenceFrames = 4096

    /// Creates the file.
    ///
    /// - Throws: `alreadyThere` for a file that exists, `unsupportedOutput` or another error.
    package convenience init(
        path: String, kind: ContainerKind, _ output: Output
    ) throws(MediaExportError) {
        let sink: FileSink
        do throws(FormatError) {
            try kind.check(output.format)
            sink = try FileSink(path: path, mayReplace: false)
        } catch {
            throw MediaExportError(writing: error)
        }
        do throws(MediaExportError) {
            try self.init(sink, kind: kind, output)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Writes to a sink.
    package init(
        _ sink: any ByteSink, kind: ContainerKind, _ output: Output
    ) throws(MediaExportError) {
        do throws(FormatError) {
            writer = try AudioFileWriter(sink, kind: kind, format: output.format)
        } catch {
            throw MediaExportError(writing: error)
        }
        switch output {
        case .encoded(_, let options, let layout):
            let frames = ExtendedFileWriting(writer)
            frames.options = options
            if let layout {
                do throws(ExtendedFileError) { try frames.setChannelLayout(layout) } catch {
                    throw MediaExportError(error)
                }
            }
            self.frames = frames
            self.layout = layout
        case .packets(_, let magicCookie, let layout):
            frames = nil
            self.layout = layout
            writer.properties.magicCookie = magicCookie
            writer.properties.channelLayout = layout
        }
    }

    /// The seconds that have been written.
    package var duration: Double {
        Double(position) / (clientFormat ?? writer.format).sampleRate
    }

    // MARK: Frames

    /// Writes frames of linear PCM at a time, and silence before them where there is a gap.
    ///
    /// - Parameters:
    ///   - planes: One buffer, or without interleaving one for each channel; each holds all frames.
    ///   - time: In seconds.
    /// - Throws: `unsuitableSamples` for another format than before, `timeOutOfRange`, or an error of
    ///   the file.
    package func append(
        _ planes: [UnsafeRawBufferPointer], frameCount: Int, format: StreamFormat,
        layout: ChannelLayout?, at time: Double
    ) throws(MediaExportError) {
        guard let frames else { throw .unsuitableSamples }
        try setClientFormat(format, layout, frames)
        let bytesPerFrame = Int(format.bytesPerFrame)
        guard frameCount >= 0, bytesPerFrame > 0, planes.count == format.planeCount,
            planes.allSatisfy({ $0.count / bytesPerFrame >= frameCount })
        else { throw .unsuitableSamples }
        guard time.isFinite else { throw .timeOutOfRange }
        var start = nearestFrame(at: time, format.sampleRate)
        let tolerance = position > 0 ? Int64(Self.jitter * format.sampleRate) : 0
        if (start - position).magnitude <= UInt64(tolerance) { start = position }
        if start > position { try appendSilence(until: start, format, frames) }
        // What comes before time 0, or before the end of what was written, is left out.
        let skipped = Int(min(max(position - start, 0), Int64(frameCount)))
        guard skipped < frameCount else { return }
        try write(
            planes.map {
                UnsafeRawBufferPointer(
                    rebasing: $0[skipped * bytesPerFrame..<frameCount * bytesPerFrame])
            }, frameCount - skipped, frames)
    }

    private func setClientFormat(
        _ format: StreamFormat, _ layout: ChannelLayout?, _ frames: ExtendedFileWriting
    ) throws(MediaExportError) {
        if let clientFormat {
            guard clientFormat == format else { throw .unsuitableSamples }
            return
        }
        guard format.id == .linearPCM else { throw .unsuitableSamples }
        var options = frames.options
        if options.inputLayout == nil { options.inputLayout = layout }
        do throws(ExtendedFileError) {
            try frames.setClientFormat(format, options: options)
        } catch {
            throw MediaExportError(error)
        }
        clientFormat = format
    }

    private func appendSilence(
        until end: Int64, _ format: StreamFormat, _ frames: ExtendedFileWriting
    ) throws(MediaExportError) {
        guard Double(end - position) <= Self.gapMax * format.sampleRate else {
            throw .timeOutOfRange
        }
        let isUnsigned = format.flags.isDisjoint(with: [.float, .signedInteger])
        let bytesPerFrame = Int(format.bytesPerFrame)
        let silence = UnsafeMutablePointer<UInt8>.allocate(
            capacity: Self.silenceFrames * bytesPerFrame)
        defer { silence.deallocate() }
        silence.initialize(
            repeating: isUnsigned ? 0x80 : 0, count: Self.silenceFrames * bytesPerFrame)
        while position < end {
            let count = Int(min(end - position, Int64(Self.silenceFrames)))
            let room = UnsafeRawBufferPointer(start: silence, count: count * bytesPerFrame)
            try write(Array(repeating: room, count: format.planeCount), count, frames)
        }
    }

    private func write(
        _ planes: [UnsafeRawBufferPointer], _ count: Int, _ frames: ExtendedFileWriting
    ) throws(MediaExportError) {
        do throws(ExtendedFileError) { try frames.write(count, from: planes) } catch {
            throw MediaExportError(error)
        }
        position += Int64(count)
    }

    // MARK: Packets

    /// Writes packets behind those before; their time is not looked at.
    ///
    /// - Throws: `unsuitableSamples`, or an error of the file.
    package func append(
        _ bytes: UnsafeRawBufferPointer, packetCount: Int,
        descriptions: UnsafeBufferPointer<PacketDescription>?, hiddenAtStart: Int64,
        hiddenAtEnd: Int64
    ) throws(MediaExportError) {
        guard frames == nil else { throw .unsuitableSamples }
        if writer.packetCount == 0 { writer.properties.primingFrames = max(hiddenAtStart, 0) }
        do throws(FormatError) {
            try writer.writePackets(
                startingAt: writer.packetCount, count: packetCount, from: bytes,
                descriptions: writer.format.isVariableBitRate ? descriptions : nil)
        } catch {
            if case .badField = error.reason { throw .unsuitableSamples }
            throw MediaExportError(writing: error)
        }
        remainder = max(hiddenAtEnd, 0)
        position = writer.decodedFrameCount - writer.properties.primingFrames
    }

    /// Writes packets of a file.
    package func append(_ piece: PacketPiece) throws(MediaExportError) {
        let result = piece.bytes.withUnsafeBytes { bytes in
            piece.descriptions.withUnsafeBufferPointer { descriptions in
                Result { () throws(MediaExportError) in
                    try append(
                        bytes, packetCount: piece.packetCount, descriptions: descriptions,
                        hiddenAtStart: piece.hiddenAtStart, hiddenAtEnd: piece.hiddenAtEnd)
                }
            }
        }
        try result.get()
    }

    // MARK: The end

    /// Lets the sound last until a time, with silence at its end; packets stay as they are.
    package func fill(until time: Double) throws(MediaExportError) {
        guard let frames, let clientFormat, time.isFinite else { return }
        let end = nearestFrame(at: time, clientFormat.sampleRate)
        if end > position { try appendSilence(until: end, clientFormat, frames) }
    }

    /// Reserves room before the sound for what describes it, as servers like it. Before the first
    /// sample only.
    package func reserve(seconds: Double) {
        if writer.packetCount == 0 { writer.reserve(seconds: seconds) }
    }

    /// Lets the file be readable at any time, where its kind can be. Before the first sample only.
    package func keepReadable() {
        if writer.packetCount == 0 { writer.properties.isFragmented = true }
    }

    /// Completes the file.
    package func finish() throws(MediaExportError) {
        writer.properties.setTags(tags)
        guard let frames else {
            do throws(FormatError) {
                writer.properties.remainderFrames = remainder
                try writer.close()
            } catch {
                throw MediaExportError(writing: error)
            }
            return
        }
        do throws(ExtendedFileError) { try frames.finish() } catch {
            throw MediaExportError(error)
        }
    }
}

extension MediaFileWriter.Output {
    /// The format of the file's packets.
    package var format: StreamFormat {
        switch self {
        case .encoded(let format, _, _), .packets(let format, _, _): format
        }
    }
}
