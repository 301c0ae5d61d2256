import AudioModel
import Foundation
import TestSupport

/// Sound files, made in a folder that goes with this object.
final class SoundFiles: Sendable {
    private let folder: TemporaryFolder

    init() {
        do {
            folder = try TemporaryFolder()
        } catch {
            fatalError("no folder for the files of a test: \(error)")
        }
    }

    func write(_ bytes: [UInt8], as name: String) throws -> URL {
        let url = missing(name)
        try Data(bytes).write(to: url)
        return url
    }

    /// Where no file is.
    func missing(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }

    /// Path of a file in the folder, which need not be there.
    func path(_ name: String) -> String { folder.file(name) }

    /// A constant half of full scale, mono, 16 bits, in a CAF file.
    func tone(
        _ name: String = "tone.caf", frames: Int = 48_000, sampleRate: Double = 48_000
    ) throws -> URL {
        try write(SoundFiles.caf(frames: frames, sampleRate: sampleRate), as: name)
    }

    static let level: Int16 = 16_384

    /// Big-endian samples.
    private static func samples(_ frames: Int) -> [UInt8] {
        (0..<frames).flatMap { _ in bigEndian(level) }
    }

    static func caf(frames: Int, sampleRate: Double) -> [UInt8] {
        let data = samples(frames)
        return cafHeader(
            "lpcm", sampleRate: sampleRate, bytesPerPacket: 2, framesPerPacket: 1, bits: 16)
            + ascii("data") + bigEndian(UInt64(data.count + 4)) + bigEndian(UInt32(0)) + data
    }

    /// Silence in Apple's IMA4, 64 frames a packet.
    static func cafIMA4(packets: Int) -> [UInt8] {
        let data = [UInt8](repeating: 0, count: 34 * packets)
        return cafHeader("ima4", sampleRate: 22_050, bytesPerPacket: 34, framesPerPacket: 64)
            + ascii("data") + bigEndian(UInt64(data.count + 4)) + bigEndian(UInt32(0)) + data
    }

    /// A CAF file that says it holds AAC; the packets are noise.
    static func cafAAC() -> [UInt8] {
        let packetTable =
            bigEndian(UInt64(4)) + bigEndian(UInt64(4096)) + bigEndian(UInt32(0))
            + bigEndian(UInt32(0)) + [100, 100, 100, 100]
        let data = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        return cafHeader("aac ", sampleRate: 44_100, bytesPerPacket: 0, framesPerPacket: 1024)
            + ascii("pakt") + bigEndian(UInt64(packetTable.count)) + packetTable
            + ascii("data") + bigEndian(UInt64(data.count + 4)) + bigEndian(UInt32(0)) + data
    }

    static func cafHeader(
        _ format: String, sampleRate: Double, bytesPerPacket: UInt32, framesPerPacket: UInt32,
        bits: UInt32 = 0
    ) -> [UInt8] {
        ascii("caff") + bigEndian(UInt16(1)) + bigEndian(UInt16(0))
            + ascii("desc") + bigEndian(UInt64(32)) + bigEndian(sampleRate.bitPattern)
            + ascii(format) + bigEndian(UInt32(0)) + bigEndian(bytesPerPacket)
            + bigEndian(framesPerPacket) + bigEndian(UInt32(1)) + bigEndian(bits)
    }

    static func aiff(frames: Int) -> [UInt8] {
        let data = samples(frames)
        // 44,100 as an 80-bit float.
        let rate: [UInt8] = [0x40, 0x0E, 0xAC, 0x44, 0, 0, 0, 0, 0, 0]
        let common =
            ascii("COMM") + bigEndian(UInt32(18)) + bigEndian(UInt16(1))
            + bigEndian(UInt32(frames)) + bigEndian(UInt16(16)) + rate
        let sound = ascii("SSND") + bigEndian(UInt32(data.count + 8)) + bigEndian(UInt64(0)) + data
        let content = ascii("AIFF") + common + sound
        return ascii("FORM") + bigEndian(UInt32(content.count)) + content
    }

    static func wav(frames: Int, sampleRate: UInt32 = 8000) -> [UInt8] {
        wavFile(Array(repeating: level, count: frames), rate: sampleRate)
    }

    /// The start of an MPEG-4 audio file.
    static func m4a() -> [UInt8] {
        bigEndian(UInt32(24)) + ascii("ftypM4A ") + bigEndian(UInt32(0)) + ascii("M4A isom")
            + bigEndian(UInt32(16)) + ascii("mdat") + [UInt8](repeating: 0x21, count: 8)
    }
}

extension SoundBuffer {
    /// A constant, mono, at 48,000 frames a second.
    convenience init(repeating sample: Float, seconds: Int) {
        self.init(frameCount: 48_000 * seconds, channelCount: 1, sampleRate: 48_000) {
            $0.update(repeating: sample)
        }
    }
}
