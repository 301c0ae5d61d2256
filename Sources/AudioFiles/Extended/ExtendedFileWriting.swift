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
    /// Frames written, of the client.
    public private(set) var framesWritten: Int64 = 0

    private let destination: any PacketDestination
    private var converter: FormatConverter?
    private var isFinished = false
    private let room: UnsafeMutableRawBufferPointer
    private var descriptions: [PacketDescription]

    /// Holds the largest packet there is several times.
    private static let roomByteCount = 1 << 20
    private static let packetsPerPiece = 256

    init(_ destination: any PacketDestination, format: StreamFormat) {
        self.destination = destination
        self.format = format
        clientFormat = format
        options.channelMapping = .firstChannels
        room = .allocate(byteCount: Self.roomByteCount, alignment: 16)
        descriptions = Array(
            repeating: PacketDescription(),
            count: format.isVariableBitRate ? Self.packetsPerPiece : 0)
    }

    /// - Parameter writer: Nothing is written to it by others.
    public convenience init(_ writer: AudioFileWriter) {
        self.init(WriterDestination(writer), format: writer.format)
    }

    deinit {
        room.deallocate()
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

    /// - Throws: `wrongOrder` after the first frame; `clientFormatNotLinear`, `wrongFormat`, or that
    ///   it cannot be converted or encoded. The format is then what it was.
    public func setClientFormat(_ format: StreamFormat) throws(ExtendedFileProblem) {
        guard !hasBegun else { throw .wrongOrder }
        try format.checkAsClient()
        // Found out now, not with the first frame.
        _ = try makeConverter(from: format)
        clientFormat = format
    }

    /// - Throws: `wrongOrder` after the first frame; `.file` when the file has no word for it.
    public func setChannelLayout(_ layout: ChannelLayout) throws(ExtendedFileProblem) {
        guard !hasBegun else { throw .wrongOrder }
        do throws(AudioFileProblem) {
            try destination.check(layout)
        } catch {
            throw .file(error)
        }
        channelLayout = layout
    }

    // MARK: Writing

    /// Converts frames and writes what comes of it.
    ///
    /// - Parameters:
    ///   - count: Frames of the client.
    ///   - buffers: One, or one a channel where the client's format is not interleaved; each holds
    ///     them all.
    public func write(
        _ count: Int, from buffers: [UnsafeRawBufferPointer]
    ) throws(ExtendedFileProblem) {
        guard !isFinished else { throw .notOpen }
        guard clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
        let (frames, overflow) = framesWritten.addingReportingOverflow(Int64(count))
        guard count >= 0, !overflow else { throw .wrongArgument }
        guard count > 0 else { return }
        let converter = try begin()
        framesWritten = frames
        let batch = PacketBatch(packetCount: count, buffers: buffers)
        var isGiven = false
        try drain(converter) { _ in
            // More comes with the next call.
            guard !isGiven else { return .failed(status: 1) }
            isGiven = true
            return .packets(batch)
        }
    }

    /// Writes what is still on its way and makes the file complete. Doing it again does nothing.
    public func finish() throws(ExtendedFileProblem) {
        guard !isFinished else { return }
        defer { isFinished = true }
        // Without a client's format of its own, a file of another coding can only be empty.
        guard clientFormat.id == .linearPCM else {
            return try complete(PacketDestinationProperties(format: format))
        }
        let converter = try begin()
        try drain(converter) { _ in .end }
        try complete(properties(converter))
    }

    private func complete(
        _ properties: PacketDestinationProperties
    ) throws(ExtendedFileProblem) {
        do throws(AudioFileProblem) {
            try destination.finish(properties)
        } catch {
            throw .file(error)
        }
    }

    private func begin() throws(ExtendedFileProblem) -> FormatConverter {
        if let converter { return converter }
        let made = try makeConverter(from: clientFormat)
        do throws(AudioFileProblem) {
            try destination.begin(properties(made))
        } catch {
            throw .file(error)
        }
        converter = made
        return made
    }

    private func makeConverter(
        from client: StreamFormat
    ) throws(ExtendedFileProblem) -> FormatConverter {
        var options = options
        if options.outputLayout == nil { options.outputLayout = channelLayout }
        do throws(ConversionError) {
            return try FormatConverter(from: client, to: format, options: options)
        } catch {
            throw ExtendedFileProblem(error)
        }
    }

    private func properties(_ converter: FormatConverter) -> PacketDestinationProperties {
        PacketDestinationProperties(
            format: converter.outputFormat, magicCookie: converter.magicCookie,
            channelLayout: layoutOfPackets,
            primingFrames: Int64(converter.outputPriming.leading),
            remainderFrames: Int64(converter.outputPriming.trailing))
    }

    /// Of what is coded, the order that the coder brings the channels to.
    private var layoutOfPackets: ChannelLayout? {
        channelLayout.map { layout in
            StandardLayout.inPackets(format.id, channelCount: format.channelCount)
                .map { ChannelLayout(tag: $0) } ?? layout
        }
    }

    private func drain(
        _ converter: FormatConverter, _ supply: (Int) -> ConversionInput
    ) throws(ExtendedFileProblem) {
        let packetByteCount = max(Int(format.bytesPerPacket), 1)
        let wanted =
            descriptions.isEmpty ? room.count / packetByteCount : descriptions.count
        while true {
            let result = descriptions.withUnsafeMutableBufferPointer { descriptions in
                converter.convert(
                    into: ConversionOutput(
                        buffers: [room], descriptions: descriptions.isEmpty ? nil : descriptions),
                    packetCount: wanted, pulling: supply)
            }
            try append(result)
            switch result.halt {
            case nil:
                // It stopped for want of room: there is room again.
                guard result.packetCount > 0 else { return }
            case .ended, .inputFailed: return
            case .failed(let error): throw ExtendedFileProblem(error)
            }
        }
    }

    private func append(_ result: ConversionResult) throws(ExtendedFileProblem) {
        guard result.packetCount > 0 else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: room[..<result.byteCount])
        var failure: AudioFileProblem?
        descriptions.withUnsafeBufferPointer { descriptions in
            do throws(AudioFileProblem) {
                try destination.append(
                    result.packetCount, bytes,
                    descriptions: descriptions.isEmpty ? nil : descriptions)
            } catch {
                failure = error
            }
        }
        if let failure { throw .file(failure) }
    }
}
