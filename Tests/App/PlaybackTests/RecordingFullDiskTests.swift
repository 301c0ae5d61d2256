import AudioConversion
import AudioFiles
import AudioFormats
import AudioModel
import Playback
import Simulation
import SoundClient
import SoundServer
import Synchronization
import Testing

/// A file in memory on a disk of limited size.
private final class SmallDisk: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    let byteCountMax: Int

    /// The status of a full disk: `dskFulErr`.
    private static let isFull: Int32 = -34

    init(byteCountMax: Int) {
        self.byteCountMax = byteCountMax
    }

    var contents: [UInt8] { bytes.withLock { $0 } }

    func makeStorage() -> CallbackBytes {
        CallbackBytes(
            byteCount: 0,
            read: { [self] offset, buffer in
                bytes.withLock { bytes in
                    let end = min(bytes.count, Int(offset) + buffer.count)
                    guard Int(offset) < end else { return .init(status: 0, byteCount: 0) }
                    buffer.copyBytes(from: bytes[Int(offset)..<end])
                    return .init(status: 0, byteCount: UInt32(end - Int(offset)))
                }
            },
            write: { [self] offset, source in
                bytes.withLock { bytes in
                    let end = Int(offset) + source.count
                    guard end <= byteCountMax else {
                        return .init(status: Self.isFull, byteCount: 0)
                    }
                    if bytes.count < end {
                        bytes += [UInt8](repeating: 0, count: end - bytes.count)
                    }
                    bytes.replaceSubrange(Int(offset)..<end, with: source)
                    return .init(status: 0, byteCount: UInt32(source.count))
                }
            },
            setSize: { [self] byteCount in
                bytes.withLock { bytes in
                    let count = Int(byteCount)
                    if count < bytes.count { bytes.removeLast(bytes.count - count) }
                }
                return 0
            })
    }
}

/// Tests that a recorder keeps what it has recorded.
@Suite("A recorder on a full disk")
struct RecordingFullDiskTests {
    private let stage = SimulatedStage()

    @Test(
        "tells the error, ends, and leaves a complete file of all that it could write",
        arguments: [FourCC("WAVE"), FourCC("caff"), FourCC("AIFC")])
    func isFull(type: FourCC) throws {
        let sound = SoundBuffer(frameCount: 96_000, channelCount: 1, sampleRate: 48_000) {
            for index in $0.indices { $0[index] = Float(index % 30_000) / 32_768 }
        }
        let app = stage.open("memo", microphone: VirtualMicrophone(hearing: sound))
        try app.run {
            try app.sound.request(.setCategory(.playAndRecord, .default, [], .default))
        }
        let disk = SmallDisk(byteCountMax: 60_000)
        var flags: FormatFlags = [.signedInteger, .packed]
        if type == FourCC("AIFC") { flags.insert(.bigEndian) }
        let format = StreamFormat(
            sampleRate: 48_000, id: .linearPCM, flags: flags, bytesPerPacket: 2,
            framesPerPacket: 1, bytesPerFrame: 2, channelCount: 1, bitsPerChannel: 16)
        let recorder = FileRecorder(
            RecordingTarget(format: format, layout: nil, options: ConversionOptions()) {
                () throws(AudioFileError) in
                try OpenAudioFile(
                    creating: disk.makeStorage(), type, format, isPageAligned: false)
            }, of: app.sound)
        let calls = Mutex<[String]>([])
        var events = FileRecorder.Events()
        events.encodingFailed = { error in calls.withLock { $0.append("\(error)") } }
        events.finished = { isSuccess in calls.withLock { $0.append("finished \(isSuccess)") } }
        recorder.events = events
        #expect(app.run { recorder.record() })
        stage.advance(by: .seconds(2))
        #expect(!recorder.isRecording && recorder.currentTime == 0)
        #expect(
            calls.withLock { $0 } == [
                "file(AudioFiles.AudioFileError.appFailed(status: -34))", "finished false",
            ])
        let file = try AudioFileReader(MemoryBytes(disk.contents))
        let frameCount = try file.frameCount()
        // All but the block that did not fit.
        #expect(frameCount > 25_000 && frameCount < 30_000)
        let recorded = try decodeSound(file)
        let isWhole = (0..<recorded.frameCount).allSatisfy {
            recorded.samples[$0] == Float($0 % 30_000) / 32_768
        }
        #expect(isWhole)
    }
}
