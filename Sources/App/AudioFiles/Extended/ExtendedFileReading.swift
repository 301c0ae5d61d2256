public import AudioCodecs
public import AudioConversion
public import AudioFormats
public import AudioModel
import ChannelLayouts

/// Reads a file as frames of the client's linear PCM format.
///
/// Positions are valid frames of the file (priming excluded) at the file's sample rate; counts of
/// frames read are at the client's. Not thread-safe: the caller serialises all calls.
public final class ExtendedFileReading {
    /// The reader of the file.
    public let file: AudioFileReader
    /// The client format; the file's own format until another is set.
    public private(set) var clientFormat: StreamFormat
    /// Conversion options. A change takes effect with the next read.
    public var options: ConversionOptions {
        didSet { invalidateConverter() }
    }
    /// The packet table in use: the file's, or the one last set with `setPacketTable`.
    public private(set) var packetTable: PacketTable
    /// The packet table that the file states.
    public let ownPacketTable: PacketTable

    private let translate: (FormatError) -> AudioFileError
    private var frameSource: ClientFrameSource?
    private var converter: FormatConverter?
    private let hasOwnPacketTable: Bool
    /// File position of the last seek.
    private var origin: Int64 = 0
    /// Client frames read since the last seek.
    private var framesRead: Int64 = 0
    private var pendingFailure: ExtendedFileError?

    /// Creates a reader of a file's frames.
    ///
    /// - Parameter translate: Maps a parser error to the error that the client gets; `nil` maps
    ///   with `AudioFileError.init`.
    /// - Throws: Read errors.
    public init(
        _ file: AudioFileReader,
        translate: ((FormatError) -> AudioFileError)? = nil
    ) throws(FormatError) {
        self.file = file
        self.translate = translate ?? { AudioFileError($0) }
        clientFormat = file.format
        options = ConversionOptions()
        options.channelMapping = .byIndex
        options.inputLayout = file.channelLayout
        ownPacketTable = PacketTable(
            validFrames: try file.frameCount(), primingFrames: file.primingFrames,
            remainderFrames: try file.remainderFrames())
        hasOwnPacketTable = try file.packetTable() != nil
        packetTable = ownPacketTable
    }

    /// Whether the file or the client gives priming or remainder frames.
    public var hasPacketTable: Bool {
        hasOwnPacketTable || packetTable != ownPacketTable
    }

    /// Valid frames of the file, at its sample rate.
    public var frameCount: Int64 { packetTable.validFrames }

    /// Size of the file's largest packet in bytes.
    func packetSizeMax() throws(ExtendedFileError) -> UInt32 {
        do throws(FormatError) { return try file.maximumPacketSize() } catch {
            throw .file(translate(error))
        }
    }

    /// Sets the client format from the current position on.
    ///
    /// - Parameter options: Options to set with it; `nil` keeps the current ones.
    /// - Throws: `clientFormatNotLinear`, `wrongFormat`, or an error of the decoder or converter;
    ///   format and options are then unchanged.
    public func setClientFormat(
        _ format: StreamFormat, options: ConversionOptions? = nil
    ) throws(ExtendedFileError) {
        try format.checkAsClient()
        let resumePosition = position
        let previous = (clientFormat, self.options)
        clientFormat = format
        // Also drops the old converter (`didSet`), even when the options stay the same.
        self.options = options ?? self.options
        // The `didSet` computed the position at the new sample rate.
        defer { restart(at: resumePosition) }
        do throws(ExtendedFileError) {
            _ = try readyConverter()
        } catch {
            (clientFormat, self.options) = previous
            throw error
        }
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
        frameSource = nil
        invalidateConverter()
        restart(at: 0)
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
        let (converter, frameSource) = try readyConverter()
        let bytesPerFrame = Int(clientFormat.bytesPerFrame)
        var done = 0
        while done < count {
            let remainingBuffers = buffers.map { buffer in
                UnsafeMutableRawBufferPointer(
                    rebasing: buffer[min(done * bytesPerFrame, buffer.count)...])
            }
            let result = converter.convert(
                into: ConversionOutput(buffers: remainingBuffers), packetCount: count - done
            ) { wanted in frameSource.next(wanted) }
            done += result.packetCount
            framesRead += Int64(result.packetCount)
            guard let halt = result.halt else {
                guard result.packetCount > 0 else { break }
                continue
            }
            if case .ended = halt { break }
            let failure = error(of: halt, frameSource)
            guard done > 0 else { throw failure }
            pendingFailure = failure
            break
        }
        return done
    }

    private func error(
        of halt: ConversionHalt, _ frameSource: ClientFrameSource
    ) -> ExtendedFileError {
        switch halt {
        case .failed(let error): return ExtendedFileError(error)
        case .ended, .inputFailed:
            return .file(frameSource.failure.map(translate) ?? .failedWithoutReason)
        }
    }

    // MARK: Position

    /// The next frame of the file to be read. With a different client sample rate: the file's frame
    /// in which the client's next frame begins.
    public var position: Int64 {
        let (fileRate, clientRate) = (file.format.sampleRate, clientFormat.sampleRate)
        let passed =
            fileRate == clientRate || clientRate <= 0
            ? framesRead : framesRead.scaled(by: fileRate, over: clientRate, .down)
        return min(origin + passed, frameCount)
    }

    /// Sets the position of the next read.
    ///
    /// - Parameter frame: 0…`frameCount`.
    /// - Throws: `wrongSeek`.
    public func seek(toFrame frame: Int64) throws(ExtendedFileError) {
        guard (0...frameCount).contains(frame) else { throw .wrongSeek }
        restart(at: frame)
    }

    private func restart(at frame: Int64) {
        origin = frame
        framesRead = 0
        pendingFailure = nil
        converter?.reset()
        frameSource?.seek(toFrame: frame)
    }

    // MARK: Conversion

    /// The options, with the first channels of AAC and Apple Lossless being those that WAVE has
    /// first, for a client of fewer channels that names none.
    private var mappedOptions: ConversionOptions {
        var options = options
        let wanted = Int(clientFormat.channelCount)
        guard file.format.id.beginsWithCenter, options.outputLayout == nil,
            options.channelMapping == .byIndex, wanted < Int(file.format.channelCount),
            let labels = try? options.inputLayout?.labels()
        else { return options }
        options.channelMapping = .map(ChannelMixing.firstChannels(of: labels, outputCount: wanted))
        return options
    }

    private func readyConverter() throws(ExtendedFileError) -> (FormatConverter, ClientFrameSource)
    {
        guard clientFormat.id == .linearPCM else { throw .clientFormatNotLinear }
        let frameSource: ClientFrameSource
        if let made = self.frameSource {
            frameSource = made
        } else {
            do throws(FormatError) {
                frameSource = try ClientFrameSource(file, table: packetTable)
            } catch {
                throw .file(translate(error))
            }
            self.frameSource = frameSource
            frameSource.seek(toFrame: position)
        }
        if let converter { return (converter, frameSource) }
        do throws(ConversionError) {
            let made = try FormatConverter(
                from: frameSource.format, to: clientFormat, options: mappedOptions)
            converter = made
            return (made, frameSource)
        } catch {
            throw ExtendedFileError(error)
        }
    }

    /// Drops the converter; the next read makes a new one at the same position.
    private func invalidateConverter() {
        guard converter != nil else { return }
        let resumePosition = position
        converter = nil
        restart(at: resumePosition)
    }
}
