import AudioConversion
import AudioFormats
import AudioModel

/// Reads a file as frames of the client's linear PCM format.
///
/// Positions are valid frames of the file (priming excluded) at the file's sample rate; counts of
/// frames read are at the client's. One thread at a time.
public final class ExtendedFileReading {
    /// The reader of the file.
    public let file: AudioFileReader
    /// The client format; the file's own format until another is set.
    public private(set) var clientFormat: StreamFormat
    /// Conversion options. A change takes effect with the next read.
    public var options: ConversionOptions {
        didSet { forgetConverter() }
    }
    /// The priming, valid and remainder frames in use.
    public private(set) var packetTable: PacketTable
    /// The priming, valid and remainder frames according to the file.
    public let ownPacketTable: PacketTable

    private let translate: (FormatError) -> AudioFileError
    private var supply: ClientFrameSource?
    private var converter: FormatConverter?
    /// The file position of the last seek, and client frames read since.
    private var origin: Int64 = 0
    private var framesRead: Int64 = 0
    private var pendingFailure: ExtendedFileError?

    /// - Parameter translate: Translates errors of the file's bytes; `nil` for the default.
    public init(
        _ file: AudioFileReader,
        translate: ((FormatError) -> AudioFileError)? = nil
    ) {
        self.file = file
        self.translate = translate ?? { AudioFileError($0) }
        clientFormat = file.format
        options = ConversionOptions()
        options.channelMapping = .firstChannels
        options.inputLayout = file.channelLayout
        ownPacketTable = PacketTable(
            validFrames: file.frameCount, primingFrames: file.primingFrames,
            remainderFrames: file.remainderFrames)
        packetTable = ownPacketTable
    }

    /// Whether the file or the client gives priming or remainder frames.
    public var hasPacketTable: Bool {
        file.packetTable != nil || packetTable != ownPacketTable
    }

    /// Valid frames of the file, at its sample rate.
    public var frameCount: Int64 { packetTable.validFrames }

    /// Sets the client format from the current position on.
    ///
    /// - Parameter options: Options to set with it; `nil` keeps the current ones.
    /// - Throws: `clientFormatNotLinear`, `wrongFormat`, or an error of the decoder or converter;
    ///   format and options are then unchanged.
    public func setClientFormat(
        _ format: StreamFormat, options: ConversionOptions? = nil
    ) throws(ExtendedFileError) {
        try format.checkAsClient()
        let place = position
        let before = (clientFormat, self.options)
        clientFormat = format
        self.options = options ?? self.options
        do throws(ExtendedFileError) {
            _ = try readyConverter()
        } catch {
            (clientFormat, self.options) = before
            start(at: place)
            throw error
        }
        start(at: place)
    }

    /// Overrides the file's priming, valid and remainder frames, and seeks to the first valid
    /// frame.
    ///
    /// - Throws: `wrongArgument` when they do not add up to the decoded frames of the file.
    public func setPacketTable(_ table: PacketTable) throws(ExtendedFileError) {
        let decoded =
            ownPacketTable.validFrames + ownPacketTable.primingFrames
            + ownPacketTable.remainderFrames
        let counts = [table.validFrames, table.primingFrames, table.remainderFrames]
        // Each count is within the total, so their sum cannot overflow.
        guard counts.allSatisfy({ (0...decoded).contains($0) }), counts.reduce(0, +) == decoded
        else { throw .wrongArgument }
        packetTable = table
        supply = nil
        forgetConverter()
        start(at: 0)
    }

    // MARK: Reading

    /// Reads the next frames.
    ///
    /// - Parameters:
    ///   - count: Frames at the client's sample rate; no more than the buffers hold.
    ///   - buffers: One, or one per channel for a non-interleaved client format.
    /// - Returns: Frames read; fewer than asked for only at the end or before an error, zero at the
    ///   end.
    /// - Throws: `clientFormatNotLinear` until a client format is set for a file of another
    ///   encoding, or an error of reading or converting. Frames read before an error are returned
    ///   first; the next call throws.
    public func read(
        _ count: Int, into buffers: [UnsafeMutableRawBufferPointer]
    ) throws(ExtendedFileError) -> Int {
        if let failure = pendingFailure {
            pendingFailure = nil
            throw failure
        }
        let (converter, supply) = try readyConverter()
        let bytesPerFrame = Int(clientFormat.bytesPerFrame)
        var done = 0
        while done < count {
            let rooms = buffers.map { buffer in
                UnsafeMutableRawBufferPointer(
                    rebasing: buffer[min(done * bytesPerFrame, buffer.count)...])
            }
            let result = converter.convert(
                into: ConversionOutput(buffers: rooms), packetCount: count - done
            ) { wanted in supply.next(wanted) }
            done += result.packetCount
            framesRead += Int64(result.packetCount)
            guard let halt = result.halt else {
                guard result.packetCount > 0 else { break }
                continue
            }
            if case .ended = halt { break }
            let problem = problem(halt, supply)
            guard done > 0 else { throw problem }
            pendingFailure = problem
            break
        }
        return done
    }

    private func problem(_ halt: ConversionHalt, _ supply: ClientFrameSource) -> ExtendedFileError {
        switch halt {
        case .failed(let error): return ExtendedFileError(error)
        case .ended, .inputFailed:
            return .file(supply.failure.map(translate) ?? .failedWithoutReason)
        }
    }

    // MARK: Position

    /// The next frame of the file to be read. With a different client sample rate: the file's frame
    /// in which the client's next frame begins.
    public var position: Int64 {
        let rates = (file.format.sampleRate, clientFormat.sampleRate)
        let passed =
            rates.0 == rates.1 || rates.1 <= 0
            ? framesRead : framesRead.scaled(by: rates.0, over: rates.1, .down)
        return min(origin + passed, frameCount)
    }

    /// Sets the position of the next read.
    ///
    /// - Parameter frame: 0…`frameCount`.
    /// - Throws: `wrongSeek`.
    public func seek(toFrame frame: Int64) throws(ExtendedFileError) {
        guard (0...frameCount).contains(frame) else { throw .wrongSeek }
        start(at: frame)
    }

    private func start(at frame: Int64) {
        origin = frame
        framesRead = 0
        pendingFailure = nil
        converter?.reset()
        supply?.seek(toFrame: frame)
    }

    // MARK: Conversion

    private func readyConverter() throws(ExtendedFileError) -> (FormatConverter, ClientFrameSource)
    {
        guard clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
        let supply: ClientFrameSource
        if let made = self.supply {
            supply = made
        } else {
            do throws(FormatError) {
                supply = try ClientFrameSource(file, table: packetTable)
            } catch {
                throw .file(translate(error))
            }
            self.supply = supply
            supply.seek(toFrame: position)
        }
        if let converter { return (converter, supply) }
        do throws(ConversionError) {
            let made = try FormatConverter(
                from: supply.format, to: clientFormat, options: options)
            converter = made
            return (made, supply)
        } catch {
            throw ExtendedFileError(error)
        }
    }

    /// Drops the converter; the next read makes a new one at the same position.
    private func forgetConverter() {
        guard converter != nil else { return }
        let place = position
        converter = nil
        start(at: place)
    }
}
