import AudioCodecs
import AudioFormats
import AudioModel
import ChannelLayouts

/// Writes the packets of a file. One thread at a time.
protocol PacketWriter: AnyObject {
    /// Packets in the file. After an error: including those of the failed call that were written.
    var packetCount: Int64 { get }

    /// Whether the file has neither packets nor a magic cookie.
    var isBlank: Bool { get }

    /// Throws when the file type cannot express the layout.
    func check(_ layout: ChannelLayout) throws(AudioFileError)

    /// Sets the properties known before the first packet. Throws when the file cannot have them.
    func begin(_ properties: PacketWriterProperties) throws(AudioFileError)

    /// - Parameter descriptions: One per packet, where packets differ.
    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError)

    /// Completes the file for the packets that it has. Nothing may follow.
    func finish(_ properties: PacketWriterProperties) throws(AudioFileError)
}

/// Properties of a file that come from its encoder.
struct PacketWriterProperties {
    /// The encoder's output format, with every field filled in.
    var format: StreamFormat
    var magicCookie: [UInt8]?
    var channelLayout: ChannelLayout?
    var primingFrames: Int64 = 0
    var remainderFrames: Int64 = 0
}

/// A file writer without other users.
final class WriterDestination: PacketWriter {
    private let writer: AudioFileWriter

    init(_ writer: AudioFileWriter) {
        self.writer = writer
    }

    var packetCount: Int64 { writer.packetCount }
    var isBlank: Bool { writer.packetCount == 0 && writer.properties.magicCookie == nil }

    /// Accepts any layout: the owner of the writer checks it.
    func check(_ layout: ChannelLayout) {}

    func begin(_ properties: PacketWriterProperties) throws(AudioFileError) {
        if properties.format != writer.format {
            do throws(FormatError) { try writer.changeFormat(properties.format) } catch {
                throw AudioFileError(writing: error)
            }
        }
        writer.properties.magicCookie = properties.magicCookie
        writer.properties.channelLayout = properties.channelLayout
        writer.properties.primingFrames = properties.primingFrames
    }

    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        do throws(FormatError) {
            try writer.writePackets(
                startingAt: writer.packetCount, count: count, from: bytes,
                descriptions: descriptions)
        } catch {
            throw AudioFileError(writing: error)
        }
    }

    func finish(_ properties: PacketWriterProperties) throws(AudioFileError) {
        // The cookie of FLAC is complete only now.
        if let cookie = properties.magicCookie { writer.properties.magicCookie = cookie }
        writer.properties.primingFrames = properties.primingFrames
        writer.properties.remainderFrames = properties.remainderFrames
        do throws(FormatError) { try writer.close() } catch {
            throw AudioFileError(writing: error)
        }
    }
}

/// A file that an app has open. It stays open; the app closes it.
final class FileDestination: PacketWriter {
    private let file: OpenAudioFile
    private(set) var packetCount: Int64

    /// - Throws: `notPermitted` for a file opened for reading only.
    init(_ file: OpenAudioFile) throws(AudioFileError) {
        _ = try file.writtenFile()
        self.file = file
        packetCount = try file.access { reader throws(FormatError) in try reader.packetCount() }
    }

    var isBlank: Bool {
        guard packetCount == 0 else { return false }
        do throws(AudioFileError) {
            return try file.access { reader in reader.magicCookie == nil }
        } catch {
            return false
        }
    }

    func check(_ layout: ChannelLayout) throws(AudioFileError) {
        try file.checkChannelLayout(layout)
    }

    func begin(_ properties: PacketWriterProperties) throws(AudioFileError) {
        if packetCount == 0, properties.format != (try file.writtenFile().state().format) {
            try file.setFormat(properties.format)
        }
        if let cookie = properties.magicCookie { try file.setMagicCookie(cookie) }
        if let layout = properties.channelLayout { try file.setChannelLayout(layout) }
        // What was written of it can be read before it is finished.
        if packetCount == 0, properties.primingFrames > 0 {
            try file.setPriming(properties.primingFrames)
        }
    }

    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileError) {
        do throws(AudioFileError) {
            try file.writePackets(
                startingAt: packetCount, count: count, from: bytes,
                descriptions: descriptions.map { UnsafeBufferPointer(rebasing: $0[..<count]) })
            packetCount += Int64(count)
        } catch {
            // Some packets can have been written before the error.
            if let state = try? file.writtenFile().state() { packetCount = state.packetCount }
            throw error
        }
    }

    func finish(_ properties: PacketWriterProperties) throws(AudioFileError) {
        // The cookie of FLAC is complete only now; its size is the same.
        if properties.format.id == .flac, let cookie = properties.magicCookie {
            try file.setMagicCookie(cookie)
        }
        guard properties.primingFrames > 0 || properties.remainderFrames > 0 else { return }
        let (decoded, overflow) = packetCount.multipliedReportingOverflow(
            by: Int64(properties.format.framesPerPacket))
        guard !overflow, decoded > 0 else { return }
        // A file that could not be written to its end can be shorter than its priming and
        // remainder.
        let priming = min(properties.primingFrames, decoded)
        let remainder = min(properties.remainderFrames, decoded - priming)
        try file.setPacketTable(
            PacketTable(
                validFrames: decoded - priming - remainder, primingFrames: priming,
                remainderFrames: remainder))
    }
}
