import AudioCodecs
import AudioConversion
import AudioModel

/// The output of a converter on its way to a file; keeps packets while the file cannot be written.
///
/// One thread at a time.
final class PacketOutput {
    /// Packets of accepted frames that could not be written.
    private(set) var backlog: PendingPackets
    /// A converter error, after which nothing more can be converted.
    private(set) var conversionError: ExtendedFileError?

    private let destination: any PacketWriter
    private let packetByteCount: Int
    private let room: UnsafeMutableRawBufferPointer
    private var descriptions: [PacketDescription]

    /// Size of the output buffer: several of the largest packets.
    static let roomByteCount = 1 << 20
    private static let packetsPerPiece = 256

    /// - Parameter format: The file's format.
    init(_ destination: any PacketWriter, _ format: StreamFormat) {
        self.destination = destination
        packetByteCount = Int(format.bytesPerPacket)
        backlog = PendingPackets(packetByteCount: packetByteCount)
        room = .allocate(byteCount: Self.roomByteCount, alignment: 16)
        descriptions = Array(
            repeating: PacketDescription(),
            count: format.isVariableBitRate ? Self.packetsPerPiece : 0)
    }

    deinit {
        room.deallocate()
    }

    func forgetBacklog() {
        backlog.removeAll()
    }

    /// Converts until the input is used up, and writes the packets.
    ///
    /// - Throws: The first error of the file; packets converted after it are in the backlog.
    func drain(
        _ converter: FormatConverter, _ supply: (Int) -> ConversionInput
    ) throws(ExtendedFileError) {
        let wanted =
            descriptions.isEmpty ? room.count / max(packetByteCount, 1) : descriptions.count
        var failure: AudioFileError?
        while true {
            let result = descriptions.withUnsafeMutableBufferPointer { descriptions in
                converter.convert(
                    into: ConversionOutput(
                        buffers: [room], descriptions: descriptions.isEmpty ? nil : descriptions),
                    packetCount: wanted, pulling: supply)
            }
            do throws(AudioFileError) { try append(result) } catch { failure = error }
            if case .failed(let error) = result.halt {
                conversionError = ExtendedFileError(error)
                throw ExtendedFileError(error)
            }
            // Without a halt the converter stopped because the buffer was full; it is free again.
            guard result.halt != nil || result.packetCount == 0 else { continue }
            if let failure { throw .file(failure) }
            return
        }
    }

    /// Writes the packets, or adds them to the backlog; always to the backlog while that is not
    /// empty.
    private func append(_ result: ConversionResult) throws(AudioFileError) {
        guard result.packetCount > 0 else { return }
        let bytes = UnsafeRawBufferPointer(rebasing: room[..<result.byteCount])
        let failure = descriptions.withUnsafeBufferPointer { descriptions in
            let descriptions = descriptions.isEmpty ? nil : descriptions
            var (written, failure) = (0, nil as AudioFileError?)
            if backlog.isEmpty {
                (written, failure) = write(result.packetCount, bytes, descriptions)
            }
            backlog.add(result.packetCount, bytes, descriptions: descriptions, after: written)
            return failure
        }
        if let failure { throw failure }
    }

    /// Writes the backlog.
    func writeBacklog() throws(ExtendedFileError) {
        guard !backlog.isEmpty else { return }
        let (written, failure) = backlog.bytes.withUnsafeBytes { bytes in
            backlog.descriptions.withUnsafeBufferPointer { descriptions in
                write(backlog.packetCount, bytes, descriptions.isEmpty ? nil : descriptions)
            }
        }
        backlog.removeFirst(written)
        if let failure { throw .file(failure) }
    }

    /// - Returns: How many of the packets are in the file now, and the error of the others.
    private func write(
        _ count: Int, _ bytes: UnsafeRawBufferPointer,
        _ descriptions: UnsafeBufferPointer<PacketDescription>?
    ) -> (written: Int, failure: AudioFileError?) {
        let before = destination.packetCount
        do throws(AudioFileError) {
            try destination.append(count, bytes, descriptions: descriptions)
            return (count, nil)
        } catch {
            let written = destination.packetCount.subtractingReportingOverflow(before).partialValue
            return (min(max(Int(clamping: written), 0), count), error)
        }
    }
}
