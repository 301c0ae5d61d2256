import AudioFormats
import AudioModel

/// A file that an app has open. Any thread may use it, several at a time.
public final class OpenAudioFile: Sendable {
    public let reader: AudioFileReader
    private let source: any ByteSource

    /// Opens a file for reading.
    public convenience init(path: String) throws(AudioFileProblem) {
        let source: FileBytes
        do throws(FormatError) { source = try FileBytes(path: path) } catch { throw .init(error) }
        try self.init(source)
    }

    public init(_ source: any ByteSource) throws(AudioFileProblem) {
        self.source = source
        do throws(FormatError) {
            reader = try AudioFileReader(source)
        } catch {
            throw Self.problem(error, with: source)
        }
        // Apple's type is all that an app can know a file by.
        guard reader.containerKind.fileTypeID != nil else { throw .unknownFileType }
    }

    // MARK: Reading

    /// Copies bytes of the audio.
    ///
    /// - Parameter start: Bytes from the first of the audio; not negative.
    /// - Returns: Bytes copied: fewer than `buffer` holds only where the audio ends.
    public func readBytes(
        at start: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioFileProblem) -> Int {
        guard start >= 0 else { throw .wrongArgument }
        let left = max(reader.dataByteCount - start, 0)
        let count = Int(min(Int64(buffer.count), left))
        guard count > 0 else { return 0 }
        return try asking { () throws(FormatError) in
            try reader.readBytes(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: start)
        }
    }

    /// Copies whole packets; see `AudioFileReader.readPackets(startingAt:count:into:descriptions:)`.
    public func readPackets(
        startingAt index: Int64, count: Int, into buffer: UnsafeMutableRawBufferPointer,
        descriptions: UnsafeMutableBufferPointer<PacketDescription>?
    ) throws(AudioFileProblem) -> PacketRead {
        guard index >= 0 else { throw .packetOutOfRange }
        return try asking { () throws(FormatError) in
            try reader.readPackets(
                startingAt: index, count: count, into: buffer, descriptions: descriptions)
        }
    }

    /// Runs what reads the file, and says in an app's terms what is wrong.
    public func asking<Answer>(
        _ body: () throws(FormatError) -> Answer
    ) throws(AudioFileProblem) -> Answer {
        do throws(FormatError) {
            return try body()
        } catch {
            throw Self.problem(error, with: source)
        }
    }

    private static func problem(
        _ error: FormatError, with source: any ByteSource
    ) -> AudioFileProblem {
        if source is CallbackBytes, case .cannotRead(let status) = error.reason {
            return .appFailed(status: status)
        }
        return AudioFileProblem(error)
    }

    // MARK: What a file is

    public var fileType: FourCC { reader.containerKind.fileTypeID ?? "    " }

    /// Whether the audio is the last part of the file, but for filler.
    public var isOptimized: Bool {
        let fillers: Set<FourCC> = ["free", "FLLR", "JUNK", "junk", "skip"]
        guard let last = reader.chunkIDs.last(where: { !fillers.contains($0) }) else { return true }
        return last == "data" || last == "SSND" || last == "mdat"
    }

    /// Bits of the samples that were coded, negative for floating point; nil when the format does
    /// not say.
    public var sourceBitDepth: Int32? {
        let format = reader.format
        switch format.id {
        case .linearPCM:
            let bits = Int32(clamping: format.bitsPerChannel)
            return format.flags.contains(.float) ? -bits : bits
        case .appleLossless:
            let depths: [UInt32: Int32] = [1: 16, 2: 20, 3: 24, 4: 32]
            return depths[format.flags.rawValue]
        default:
            return nil
        }
    }

    /// How many packets before one must be decoded for it to sound right; nil for codings of which
    /// that is not known.
    public var rollPacketCount: UInt32? {
        switch reader.format.id {
        case .linearPCM, .appleIMA4, .uLaw, .aLaw, .appleLossless, .flac: return 0
        // Half of each packet's sound is in the one before.
        case .mpeg4AAC: return 1
        default: return reader.format.bytesPerPacket > 0 ? 0 : nil
        }
    }

    /// The bytes of an ID3 tag, and where in the file it is.
    ///
    /// Source: ID3 tag version 2.4.0, "ID3v2 header".
    public func id3Tag() throws(AudioFileProblem) -> (bytes: [UInt8], offset: Int64)? {
        let headerByteCount = 10
        let header = try bytes(headerByteCount, at: 0)
        guard header.count == headerByteCount, header.starts(with: [0x49, 0x44, 0x33]),
            header[6...].allSatisfy({ $0 < 0x80 })
        else { return nil }
        let bodyByteCount = header[6...].reduce(0) { $0 << 7 | Int($1) }
        let hasFooter = header[5] & 0x10 != 0
        let whole = headerByteCount + bodyByteCount + (hasFooter ? headerByteCount : 0)
        // A tag that is larger than the file is none.
        guard Int64(whole) <= source.byteCount else { return nil }
        return (try bytes(whole, at: 0), 0)
    }

    private func bytes(_ count: Int, at offset: Int64) throws(AudioFileProblem) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        let readCount = try asking { () throws(FormatError) in
            try source.read(into: buffer, at: offset)
        }
        return Array(buffer.prefix(max(readCount, 0)))
    }
}
