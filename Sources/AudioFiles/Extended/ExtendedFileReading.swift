import AudioConversion
import AudioFormats
import AudioModel

/// A file read as frames of whatever linear PCM its client wants.
///
/// Places in the file are frames of the file, at its own rate, without those that are not heard;
/// counts of what is read are frames of the client. One thread at a time.
public final class ExtendedFileReading {
    public let file: AudioFileReader
    /// What the client gets; the file's own format as long as nothing else is set.
    public private(set) var clientFormat: StreamFormat
    /// How frames are converted. Takes effect with the next read.
    public var options: ConversionOptions {
        didSet { forgetConverter() }
    }
    /// Which decoded frames are to be heard.
    public private(set) var packetTable: PacketTable
    /// The same as the file has it.
    public let ownPacketTable: PacketTable

    private let translate: (FormatError) -> AudioFileError
    private var supply: ClientFrameSource?
    private var converter: FormatConverter?
    /// The file's frame that was last sought, and the client's frames read since.
    private var origin: Int64 = 0
    private var framesRead: Int64 = 0
    private var pendingFailure: ExtendedFileError?

    /// - Parameter translate: Says in an app's terms what is wrong with the file, where it knows
    ///   better.
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

    /// Whether there is anything to say about it: by the file, or by its client.
    public var hasPacketTable: Bool {
        file.packetTable != nil || packetTable != ownPacketTable
    }

    /// Frames of the file that are to be heard.
    public var frameCount: Int64 { packetTable.validFrames }

    /// Sets what the client gets, from the present place on.
    ///
    /// - Parameter options: Set together with it; nil for those that there are.
    /// - Throws: `clientFormatNotLinear`, `wrongFormat`, or that the file cannot be decoded or
    ///   converted to it; format and options are then what they were.
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

    /// Says otherwise than the file which decoded frames are to be heard, and goes to the first.
    ///
    /// - Throws: `wrongArgument` when they do not add up to what the file decodes to.
    public func setPacketTable(_ table: PacketTable) throws(ExtendedFileError) {
        let decoded =
            ownPacketTable.validFrames + ownPacketTable.primingFrames
            + ownPacketTable.remainderFrames
        let counts = [table.validFrames, table.primingFrames, table.remainderFrames]
        // Each within the whole: their sum is then still a number.
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
    ///   - count: Frames of the client; no more than the buffers hold.
    ///   - buffers: One, or one a channel where the client's format is not interleaved.
    /// - Returns: Frames read. Fewer than asked for only at the end; zero there.
    /// - Throws: `clientFormatNotLinear` as long as no format is set for a file of another coding;
    ///   what reading and converting throw. Frames read before a fault are given first.
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

    // MARK: The place in the file

    /// The next frame of the file to be read.
    ///
    /// Where the client's rate is another, the one that the client's next frame begins in.
    public var position: Int64 {
        let rates = (file.format.sampleRate, clientFormat.sampleRate)
        let passed =
            rates.0 == rates.1 || rates.1 <= 0
            ? framesRead : framesRead.scaled(by: rates.0, over: rates.1, .down)
        return min(origin + passed, frameCount)
    }

    /// - Parameter frame: Of the file; its end is a place as well.
    /// - Throws: `wrongSeek` outside of that.
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

    /// The next read makes a new one, which goes on from the same place.
    private func forgetConverter() {
        guard converter != nil else { return }
        let place = position
        converter = nil
        start(at: place)
    }
}
