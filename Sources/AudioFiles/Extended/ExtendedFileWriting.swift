import AudioConversion
import AudioFormats
import AudioModel

/// Writes a file from frames of the client's linear PCM format. One thread at a time.
public final class ExtendedFileWriting {
    /// The file's format, with every field filled in.
    public let format: StreamFormat
    /// The client format; the file's own format until another is set.
    public private(set) var clientFormat: StreamFormat
    /// Conversion options, to be set before the first frame.
    public var options = ConversionOptions()
    /// The file's channel layout; `nil` when none is set.
    public private(set) var channelLayout: ChannelLayout?
    /// Client frames accepted: in the file, or written by the next write or `finish`.
    ///
    /// After a failed write it says how far writing came; an app that must not lose frames writes
    /// the rest again. For linear PCM at one rate these frames are in the file. Packets that an
    /// encoder or resampler had already made are kept and written first later; their frames count
    /// too, at most `framesPerPiece` per failure.
    public private(set) var framesWritten: Int64 = 0

    private let destination: any PacketWriter
    private var converter: FormatConverter?
    private let outlet: PacketOutput
    private var isFinished = false

    init(_ destination: any PacketWriter, format: StreamFormat) {
        self.destination = destination
        self.format = format
        clientFormat = format
        options.channelMapping = .firstChannels
        outlet = PacketOutput(destination, format)
    }

    /// - Parameter writer: Must have no other user.
    public convenience init(_ writer: AudioFileWriter) {
        self.init(WriterDestination(writer), format: writer.format)
    }

    /// Whether frames have been written, which fixes all settings.
    public var hasBegun: Bool { converter != nil || isFinished }

    /// Frames of the file that the accepted frames amount to, at the file's sample rate.
    public var frameCount: Int64 {
        guard clientFormat.id == .linearPCM, clientFormat.sampleRate != format.sampleRate else {
            return framesWritten
        }
        return framesWritten.scaled(by: format.sampleRate, over: clientFormat.sampleRate, .up)
    }

    /// Sets the client format.
    ///
    /// - Parameter options: Options to set with it; `nil` keeps the current ones.
    /// - Throws: `wrongOrder` after the first frame; `clientFormatNotLinear`, `wrongFormat`, or an
    ///   error of the converter or encoder. Format and options are then unchanged.
    public func setClientFormat(
        _ format: StreamFormat, options: ConversionOptions? = nil
    ) throws(ExtendedFileError) {
        guard !hasBegun else { throw .wrongOrder }
        try format.checkAsClient()
        let options = options ?? self.options
        // Makes a converter to report errors now, not with the first frame.
        _ = try makeConverter(from: format, options)
        clientFormat = format
        self.options = options
    }

    /// Sets the file's channel layout.
    ///
    /// - Throws: `wrongOrder` after the first frame; `.file` when the file type cannot express it.
    public func setChannelLayout(_ layout: ChannelLayout) throws(ExtendedFileError) {
        guard !hasBegun else { throw .wrongOrder }
        do throws(AudioFileError) {
            try destination.check(layout)
        } catch {
            throw .file(error)
        }
        channelLayout = layout
    }

    // MARK: Writing

    /// Converts frames and writes the result, piece by piece.
    ///
    /// - Parameters:
    ///   - count: Frames at the client's sample rate.
    ///   - buffers: One, or one per channel for a non-interleaved client format; each holds all
    ///     frames.
    /// - Throws: An error of the file or converter; `framesWritten` says how many frames were
    ///   accepted. A later call continues when the file can be written again.
    public func write(
        _ count: Int, from buffers: [UnsafeRawBufferPointer]
    ) throws(ExtendedFileError) {
        guard !isFinished else { throw .notOpen }
        guard clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
        let bytesPerFrame = max(Int(clientFormat.bytesPerFrame), 1)
        let isCounted = !framesWritten.addingReportingOverflow(Int64(count)).overflow
        guard count >= 0, isCounted, buffers.count == clientFormat.planeCount,
            buffers.allSatisfy({ $0.count / bytesPerFrame >= count })
        else { throw .wrongArgument }
        guard count > 0 else { return }
        let converter = try begin()
        if let problem = outlet.conversionError { throw problem }
        try outlet.writeBacklog()
        let pieceCountMax = framesPerPiece(converter)
        var done = 0
        while done < count {
            let end = done + min(pieceCountMax, count - done)
            let bytes = done * bytesPerFrame..<end * bytesPerFrame
            try writePiece(
                PacketBatch(
                    packetCount: end - done,
                    buffers: buffers.map { UnsafeRawBufferPointer(rebasing: $0[bytes]) }),
                converter)
            done = end
        }
    }

    /// Client frames converted before their packets are written: about one packet of an encoding.
    private func framesPerPiece(_ converter: FormatConverter) -> Int {
        if converter.isFrameByFrame {
            return max(
                min(1 << 14, PacketOutput.roomByteCount / max(Int(format.bytesPerFrame), 1)), 1)
        }
        let framesPerPacket = Int64(max(format.framesPerPacket, 1))
        let atLeast: Int64 = format.id == .linearPCM ? 4096 : 1024
        let frames = max(atLeast / framesPerPacket, 1) * framesPerPacket
        return Int(
            max(frames.scaled(by: clientFormat.sampleRate, over: format.sampleRate, .down), 1))
    }

    private func writePiece(
        _ batch: PacketBatch, _ converter: FormatConverter
    ) throws(ExtendedFileError) {
        var isGiven = false
        defer {
            framesWritten += Int64(batch.packetCount)
            if converter.isFrameByFrame {
                // The app can write these frames again without loss.
                framesWritten -= Int64(outlet.backlog.packetCount)
                outlet.forgetBacklog()
            }
        }
        // The converter releases the app's memory when it asks for more.
        try outlet.drain(converter) { _ in
            // The next piece brings more.
            guard !isGiven else { return .failed(status: 1) }
            isGiven = true
            return .packets(batch)
        }
    }

    /// Writes pending packets and completes the file, even when some packets could not be written.
    /// A second call does nothing.
    ///
    /// - Throws: The first error.
    public func finish() throws(ExtendedFileError) {
        guard !isFinished else { return }
        defer { isFinished = true }
        guard let converter = try converterToFinish() else {
            return try complete(PacketWriterProperties(format: format))
        }
        var problem: ExtendedFileError?
        do throws(ExtendedFileError) { try outlet.writeBacklog() } catch { problem = error }
        if outlet.conversionError == nil {
            do throws(ExtendedFileError) {
                try outlet.drain(converter) { _ in .end }
            } catch {
                problem = problem ?? error
            }
        }
        do throws(ExtendedFileError) {
            try complete(properties(converter))
        } catch {
            problem = problem ?? error
        }
        if let problem { throw problem }
    }

    /// - Returns: `nil` where nothing was converted and the file needs no encoder configuration.
    private func converterToFinish() throws(ExtendedFileError) -> FormatConverter? {
        guard clientFormat.id != .linearPCM else { return try begin() }
        // No frames were written to this encoded file. Its header can still describe the encoder,
        // and must for file types that require it.
        guard destination.isBlank else { return nil }
        clientFormat = .float(sampleRate: format.sampleRate, channelCount: format.channelCount)
        // Without an encoder the header stays as it is.
        return try? begin()
    }

    private func complete(
        _ properties: PacketWriterProperties
    ) throws(ExtendedFileError) {
        do throws(AudioFileError) {
            try destination.finish(properties)
        } catch {
            throw .file(error)
        }
    }

    private func begin() throws(ExtendedFileError) -> FormatConverter {
        if let converter { return converter }
        let made = try makeConverter(from: clientFormat, options)
        do throws(AudioFileError) {
            try destination.begin(properties(made))
        } catch {
            throw .file(error)
        }
        converter = made
        return made
    }

    private func makeConverter(
        from client: StreamFormat, _ options: ConversionOptions
    ) throws(ExtendedFileError) -> FormatConverter {
        var options = options
        if options.outputLayout == nil { options.outputLayout = channelLayout }
        do throws(ConversionError) {
            return try FormatConverter(from: client, to: format, options: options)
        } catch {
            throw ExtendedFileError(error)
        }
    }

    private func properties(_ converter: FormatConverter) -> PacketWriterProperties {
        PacketWriterProperties(
            format: converter.outputFormat, magicCookie: converter.magicCookie,
            channelLayout: layoutOfPackets,
            primingFrames: Int64(converter.outputPriming.leading),
            remainderFrames: remainderFrames(converter))
    }

    /// Remainder frames without those in packets that could not be written.
    private func remainderFrames(_ converter: FormatConverter) -> Int64 {
        let missing =
            Int64(outlet.backlog.packetCount) * Int64(converter.outputFormat.framesPerPacket)
        return max(Int64(converter.outputPriming.trailing) - missing, 0)
    }

    /// The channel layout in the encoder's channel order.
    private var layoutOfPackets: ChannelLayout? {
        channelLayout.map { layout in
            StandardLayout.inPackets(format.id, channelCount: format.channelCount)
                .map { ChannelLayout(tag: $0) } ?? layout
        }
    }
}
