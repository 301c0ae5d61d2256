import AudioCodecs
public import AudioConversion
public import AudioFormats
public import AudioModel
public import ChannelLayouts

/// Writes a file from frames of the client's linear PCM format. Not thread-safe: the caller
/// serialises all calls.
public final class ExtendedFileWriting {
    /// The file's format, with every field filled in.
    public let format: StreamFormat
    /// The client format; the file's own format until another is set.
    public private(set) var clientFormat: StreamFormat
    /// Conversion options, to be set before the first frame.
    public var options = ConversionOptions()
    /// The file's channel layout; `nil` when none is set.
    public private(set) var channelLayout: ChannelLayout?
    /// Number of client frames accepted so far.
    ///
    /// After a failed `write`, continue with the first frame that is not counted here. Without
    /// encoding and resampling, accepted frames are in the file. Otherwise up to one block of
    /// accepted frames may be pending as packets, which the next `write` or `finish` writes first.
    public private(set) var framesWritten: Int64 = 0

    private let destination: any PacketWriter
    private var converter: FormatConverter?
    private let packetOutput: PacketOutput
    private var isFinished = false

    /// Status of the input at the end of a block.
    private static let noMoreInput: Int32 = 1

    init(_ destination: any PacketWriter, format: StreamFormat) {
        self.destination = destination
        self.format = format
        clientFormat = format
        options.channelMapping = .byIndex
        packetOutput = PacketOutput(destination, format)
    }

    /// Creates a writer of a file's frames.
    ///
    /// - Parameter writer: Must have no other user.
    public convenience init(_ writer: AudioFileWriter) {
        self.init(WriterDestination(writer), format: writer.format)
    }

    /// Whether frames have been written, which fixes all settings.
    public var hasBegun: Bool { converter != nil || isFinished }

    /// Number of accepted frames, converted to the file's sample rate and rounded up.
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

    /// Converts frames and writes the packets, block by block.
    ///
    /// - Parameters:
    ///   - count: Frames at the client's sample rate.
    ///   - buffers: One, or one per channel for a non-interleaved client format; each holds all
    ///     frames.
    /// - Throws: An error of the file or converter; `framesWritten` says how many frames were
    ///   accepted. A later call continues when the file can be written again, but after an error of
    ///   the converter every call throws that error.
    public func write(
        _ count: Int, from buffers: [UnsafeRawBufferPointer]
    ) throws(ExtendedFileError) {
        guard !isFinished else { throw .notOpen }
        guard clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
        let bytesPerFrame = max(Int(clientFormat.bytesPerFrame), 1)
        let isCountable = !framesWritten.addingReportingOverflow(Int64(count)).overflow
        guard count >= 0, isCountable, buffers.count == clientFormat.planeCount,
            buffers.allSatisfy({ $0.count / bytesPerFrame >= count })
        else { throw .wrongArgument }
        guard count > 0 else { return }
        let converter = try begin()
        if let failure = packetOutput.conversionError { throw failure }
        try packetOutput.writeBacklog()
        let framesPerBlock = framesPerBlock(converter)
        var done = 0
        while done < count {
            let end = done + min(framesPerBlock, count - done)
            let bytes = done * bytesPerFrame..<end * bytesPerFrame
            try writeBlock(
                PacketBatch(
                    packetCount: end - done,
                    buffers: buffers.map { UnsafeRawBufferPointer(rebasing: $0[bytes]) }),
                converter)
            done = end
        }
    }

    /// Client frames converted before their packets are written: about one packet of an encoding.
    private func framesPerBlock(_ converter: FormatConverter) -> Int {
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

    private func writeBlock(
        _ batch: PacketBatch, _ converter: FormatConverter
    ) throws(ExtendedFileError) {
        var isGiven = false
        defer {
            framesWritten += Int64(batch.packetCount)
            if converter.isFrameByFrame {
                // One packet is one client frame here, so unwritten ones are not accepted: the app
                // writes them again.
                framesWritten -= Int64(packetOutput.backlog.packetCount)
                packetOutput.forgetBacklog()
            }
        }
        // The converter releases the app's memory when it asks for more.
        try packetOutput.drain(converter) { _ in
            // The converter is drained until it asks for more. An error, instead of `.end`, keeps
            // its state for the next block.
            guard !isGiven else { return .failed(status: Self.noMoreInput) }
            isGiven = true
            return .packets(batch)
        }
    }

    /// Writes pending packets and completes the file, even when some packets could not be written.
    /// A second call does nothing.
    ///
    /// - Throws: The first error. When the converter cannot be made, the file stays incomplete.
    public func finish() throws(ExtendedFileError) {
        guard !isFinished else { return }
        defer { isFinished = true }
        guard let converter = try converterToFinish() else {
            return try complete(PacketWriterProperties(format: format))
        }
        var failure: ExtendedFileError?
        do throws(ExtendedFileError) { try packetOutput.writeBacklog() } catch { failure = error }
        if packetOutput.conversionError == nil {
            do throws(ExtendedFileError) {
                try packetOutput.drain(converter) { _ in .end }
            } catch {
                failure = failure ?? error
            }
        }
        do throws(ExtendedFileError) {
            try complete(properties(converter))
        } catch {
            failure = failure ?? error
        }
        if let failure { throw failure }
    }

    /// The converter to drain. For a file without frames it is made now, because the header
    /// describes the encoder.
    ///
    /// - Returns: `nil` when the file already holds packets that needed no conversion, or when
    ///   there is no encoder.
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
            channelLayout: encodedChannelLayout,
            primingFrames: Int64(converter.outputPriming.leading),
            remainderFrames: remainderFrames(converter))
    }

    /// Remainder frames without those in packets that could not be written.
    private func remainderFrames(_ converter: FormatConverter) -> Int64 {
        let missing =
            Int64(packetOutput.backlog.packetCount) * Int64(converter.outputFormat.framesPerPacket)
        return max(Int64(converter.outputPriming.trailing) - missing, 0)
    }

    /// The channel layout in the encoder's channel order.
    private var encodedChannelLayout: ChannelLayout? {
        channelLayout.map { layout in
            // Frames without a layout of their own are encoded in the order that they have.
            guard format.channelCount > 2, format.id.beginsWithCenter || options.inputLayout != nil
            else { return layout }
            return StandardLayout.encoded(
                format.id, channelCount: format.channelCount, for: layout
            ).map { ChannelLayout(tag: $0) } ?? layout
        }
    }
}
