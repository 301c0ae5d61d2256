import AudioConversion
import AudioFormats
import AudioModel

/// A file made from frames of whatever linear PCM its client has.
///
/// One thread at a time.
public final class ExtendedFileWriting {
    /// What the file holds, every field filled in.
    public let format: StreamFormat
    /// What the client gives; the file's own format as long as nothing else is set.
    public private(set) var clientFormat: StreamFormat
    /// How frames are converted. To be set before the first is written.
    public var options = ConversionOptions()
    public private(set) var channelLayout: ChannelLayout?
    /// Frames of the client that were taken: they are in the file, or will be as soon as what comes
    /// after them, or the end, brings them there.
    ///
    /// When writing fails, this tells how far it came; to lose nothing, an app writes the others
    /// again. Where frames do not depend on each other, those taken are those in the file. What a
    /// coder or a conversion of the rate had already made of some is kept, and written before
    /// anything else: those count too, of each failure no more than `framesPerPiece`.
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

    /// - Parameter writer: Nothing is written to it by others.
    public convenience init(_ writer: AudioFileWriter) {
        self.init(WriterDestination(writer), format: writer.format)
    }

    /// Whether frames were written, so that nothing can be set any more.
    public var hasBegun: Bool { converter != nil || isFinished }

    /// Frames of the file that the client's frames come to, at the file's rate.
    public var frameCount: Int64 {
        guard clientFormat.id == .linearPCM, clientFormat.sampleRate != format.sampleRate else {
            return framesWritten
        }
        return framesWritten.scaled(by: format.sampleRate, over: clientFormat.sampleRate, .up)
    }

    /// - Parameter options: Set together with it; nil for those that there are.
    /// - Throws: `wrongOrder` after the first frame; `clientFormatNotLinear`, `wrongFormat`, or that
    ///   it cannot be converted or encoded. Format and options are then what they were.
    public func setClientFormat(
        _ format: StreamFormat, options: ConversionOptions? = nil
    ) throws(ExtendedFileError) {
        guard !hasBegun else { throw .wrongOrder }
        try format.checkAsClient()
        let options = options ?? self.options
        // Found out now, not with the first frame.
        _ = try makeConverter(from: format, options)
        clientFormat = format
        self.options = options
    }

    /// - Throws: `wrongOrder` after the first frame; `.file` when the file has no word for it.
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

    /// Converts frames and writes what comes of it, piece by piece.
    ///
    /// - Parameters:
    ///   - count: Frames of the client.
    ///   - buffers: One, or one a channel where the client's format is not interleaved; each holds
    ///     them all.
    /// - Throws: What the file says as long as it cannot be written, and no more frames are taken
    ///   then; `framesWritten` tells how many were. When it can be again, writing goes on.
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

    /// Frames of the client that are converted before it shows whether they can be written: about a
    /// packet of a coding.
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
                // The app can give them again, with nothing lost by it.
                framesWritten -= Int64(outlet.backlog.packetCount)
                outlet.forgetBacklog()
            }
        }
        // The converter lets go of the app's memory when it asks for more.
        try outlet.drain(converter) { _ in
            // More comes with the next piece.
            guard !isGiven else { return .failed(status: 1) }
            isGiven = true
            return .packets(batch)
        }
    }

    /// Writes what is still on its way and makes the file complete, for what is in it also when not
    /// all of that could be written. Doing it again does nothing.
    ///
    /// - Throws: What went wrong first.
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

    /// - Returns: nil where nothing was converted, and need not be.
    private func converterToFinish() throws(ExtendedFileError) -> FormatConverter? {
        guard clientFormat.id != .linearPCM else { return try begin() }
        // Without a client's format of its own, nothing was written to a file of another coding. Its
        // head can tell of the coder nevertheless, and must where the kind of file demands it.
        guard destination.isBlank else { return nil }
        clientFormat = .float(sampleRate: format.sampleRate, channelCount: format.channelCount)
        // For want of a coder it stays as it is.
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

    /// Of packets that could not be written, the frames that nobody is to hear are not in the file.
    private func remainderFrames(_ converter: FormatConverter) -> Int64 {
        let missing =
            Int64(outlet.backlog.packetCount) * Int64(converter.outputFormat.framesPerPacket)
        return max(Int64(converter.outputPriming.trailing) - missing, 0)
    }

    /// Of what is coded, the order that the coder brings the channels to.
    private var layoutOfPackets: ChannelLayout? {
        channelLayout.map { layout in
            StandardLayout.inPackets(format.id, channelCount: format.channelCount)
                .map { ChannelLayout(tag: $0) } ?? layout
        }
    }
}
