import AudioCodecs
import AudioFormats
import AudioModel
import CommandLineTool

/// The files that a benchmark reads, made by Sori's encoders and writers.
struct BenchFiles {
    let folder: TemporaryFolder

    /// Writes linear PCM, 16-bit stereo.
    ///
    /// - Parameter repeatCount: How often the file repeats the sound.
    func pcm(
        _ name: String, _ kind: ContainerKind, _ sound: BenchSound, repeatCount: Int = 1
    ) throws(ProgramError) -> String {
        let path = folder.path(of: name)
        try making(path) { () throws(FormatError) in
            let isBigEndian = kind == .aiff
            let bytes = sound.integers(isBigEndian: isBigEndian)
            let writer = try AudioFileWriter(
                path: path, kind: kind, format: sound.pcmFormat(isBigEndian: isBigEndian))
            for _ in 0..<repeatCount {
                try Self.write(bytes, [], packetCount: sound.frameCount, to: writer)
            }
            try writer.close()
        }
        return path
    }

    func coded(
        _ name: String, _ kind: ContainerKind, _ sound: BenchSound, _ format: StreamFormat,
        bitRate: Int? = nil
    ) throws(ProgramError) -> String {
        let path = folder.path(of: name)
        try making(path) { () throws(FormatError) in
            let encoder = try makePacketEncoder(format, bitRate: bitRate)
            let packets = try sound.packets(encoder)
            let writer = try AudioFileWriter(path: path, kind: kind, format: encoder.format)
            writer.properties.magicCookie = encoder.magicCookie
            writer.properties.primingFrames = Int64(encoder.primingFrames)
            var descriptions: [PacketDescription] = []
            var offset: Int64 = 0
            for packet in packets {
                descriptions.append(
                    PacketDescription(startOffset: offset, byteCount: UInt32(packet.count)))
                offset += Int64(packet.count)
            }
            try Self.write(
                packets.flatMap { $0 }, descriptions, packetCount: packets.count, to: writer)
            try writer.close()
        }
        return path
    }

    /// Writes bytes unchanged.
    func raw(_ name: String, _ bytes: [UInt8]) throws(ProgramError) -> String {
        let path = folder.path(of: name)
        try making(path) { () throws(FormatError) in
            let sink = try FileSink(path: path, mayReplace: false)
            var failure: FormatError?
            bytes.withUnsafeBytes { bytes in
                do throws(FormatError) { try sink.write(bytes, at: 0) } catch { failure = error }
            }
            if let failure { throw failure }
        }
        return path
    }

    private static func write(
        _ bytes: [UInt8], _ descriptions: [PacketDescription], packetCount: Int,
        to writer: AudioFileWriter
    ) throws(FormatError) {
        var failure: FormatError?
        bytes.withUnsafeBytes { bytes in
            descriptions.withUnsafeBufferPointer { descriptions in
                do throws(FormatError) {
                    try writer.writePackets(
                        startingAt: writer.packetCount, count: packetCount, from: bytes,
                        descriptions: descriptions)
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }
}
