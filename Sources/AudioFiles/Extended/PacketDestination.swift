import AudioFormats
import AudioModel

/// Where the packets of a file that is being made go. One thread at a time.
protocol PacketDestination: AnyObject {
    /// What is known before the first packet.
    func begin(_ properties: PacketDestinationProperties) throws(AudioFileProblem)

    /// - Parameter descriptions: Of each packet, where packets differ.
    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileProblem)

    /// Makes the file complete; nothing may follow.
    func finish(_ properties: PacketDestinationProperties) throws(AudioFileProblem)
}

struct PacketDestinationProperties {
    var magicCookie: [UInt8]?
    var channelLayout: ChannelLayout?
    var primingFrames: Int64 = 0
    var remainderFrames: Int64 = 0
}

/// A file that nobody else writes.
final class WriterDestination: PacketDestination {
    private let writer: AudioFileWriter

    init(_ writer: AudioFileWriter) {
        self.writer = writer
    }

    func begin(_ properties: PacketDestinationProperties) throws(AudioFileProblem) {
        writer.properties.magicCookie = properties.magicCookie
        writer.properties.channelLayout = properties.channelLayout
        writer.properties.primingFrames = properties.primingFrames
    }

    func append(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        descriptions: UnsafeBufferPointer<PacketDescription>?
    ) throws(AudioFileProblem) {
        do throws(FormatError) {
            try writer.writePackets(
                startingAt: writer.packetCount, count: count, from: bytes,
                descriptions: descriptions)
        } catch {
            throw AudioFileProblem(error)
        }
    }

    func finish(_ properties: PacketDestinationProperties) throws(AudioFileProblem) {
        writer.properties.primingFrames = properties.primingFrames
        writer.properties.remainderFrames = properties.remainderFrames
        do throws(FormatError) { try writer.close() } catch { throw AudioFileProblem(error) }
    }
}
