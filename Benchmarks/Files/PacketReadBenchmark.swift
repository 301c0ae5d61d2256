import AudioCodecs
import AudioToolbox
import CommandLineTool
import Glibc

/// Measures `AudioFileReadPacketData` beside `pread` of the same bytes.
enum PacketReadBenchmark {
    /// Packets of half a second of 44.1 kHz, 16-bit stereo.
    private static let packetCount = 22_050
    private static let byteCount = 88_200
    /// Repetitions that make 60 MB, a minute and a half four times.
    private static let repeatCount = 4
    private static let soundSeconds = 85

    static func make(_ files: BenchFiles) throws(ProgramError) -> Benchmark {
        let sound = BenchSound(seconds: soundSeconds, channelCount: 2)
        let path = try files.pcm("long.caf", .caf, sound, repeatCount: repeatCount)
        let readCount = sound.frameCount * repeatCount / packetCount
        let file = try OpenedAudioFile(path)
        let dataOffset = try file.dataOffset()
        let descriptor = try OpenedDescriptor(path)
        let buffer = Buffer(byteCount: byteCount)
        return Benchmark(
            name: "read 88,200 bytes of packets, 60 MB CAF", peer: "pread", unit: "read",
            unitCount: readCount, goal: .speed(atLeast: 0.9),
            ours: .init { () throws(ProgramError) in
                for index in 0..<readCount {
                    try file.read(
                        packetCount, from: Int64(index * packetCount), into: buffer.start,
                        byteCount: byteCount)
                }
            },
            theirs: .init { () throws(ProgramError) in
                for index in 0..<readCount {
                    let offset = dataOffset + index * byteCount
                    guard pread(descriptor.number, buffer.start, byteCount, offset) == byteCount
                    else { throw ProgramError(.deviceMissing, "pread failed", in: path) }
                }
            })
    }
}

/// Memory that both implementations read into.
final class Buffer {
    let start: UnsafeMutableRawPointer

    init(byteCount: Int) {
        start = .allocate(byteCount: byteCount, alignment: 64)
        start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    }

    deinit { start.deallocate() }
}

private final class OpenedDescriptor {
    let number: Int32

    init(_ path: String) throws(ProgramError) {
        number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw ProgramError(.deviceMissing, "cannot open", in: path) }
    }

    deinit { close(number) }
}

/// A file opened with Audio File Services.
final class OpenedAudioFile {
    private let id: AudioFileID
    private let path: String

    convenience init(_ path: String) throws(ProgramError) {
        try self.init(NSURL(fileURLWithPath: path), path)
    }

    init(_ url: CFURL, _ path: String) throws(ProgramError) {
        var id: AudioFileID?
        let status = AudioFileOpenURL(url, .readPermission, 0, &id)
        guard status == noErr, let id else {
            throw ProgramError(.deviceMissing, "AudioFileOpenURL gives \(status)", in: path)
        }
        self.id = id
        self.path = path
    }

    deinit { AudioFileClose(id) }

    func dataOffset() throws(ProgramError) -> Int {
        var offset: Int64 = 0
        var size = UInt32(MemoryLayout<Int64>.size)
        let status = AudioFileGetProperty(id, kAudioFilePropertyDataOffset, &size, &offset)
        guard status == noErr else {
            throw ProgramError(.deviceMissing, "AudioFileGetProperty gives \(status)", in: path)
        }
        return Int(offset)
    }

    /// Reads `packetCount` packets of one size.
    func read(
        _ packetCount: Int, from packet: Int64, into buffer: UnsafeMutableRawPointer,
        byteCount: Int
    ) throws(ProgramError) {
        var bytes = UInt32(byteCount)
        var packets = UInt32(packetCount)
        let status = AudioFileReadPacketData(id, false, &bytes, nil, packet, &packets, buffer)
        guard status == noErr, Int(packets) == packetCount else {
            throw ProgramError(.deviceMissing, "AudioFileReadPacketData gives \(status)", in: path)
        }
    }
}
