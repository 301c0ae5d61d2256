import AVFAudio
import AudioFiles
import Synchronization
import Testing
import TestSupport

@Suite("AVAudioFile")
struct AVAudioFileTests {
    let folder: TemporaryFolder
    let stereo = AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 2)!

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { URL(fileURLWithPath: folder.file(name)) }

    private func pcm(_ bits: Int, _ channels: Int = 2, float: Bool = false) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100.0,
            AVNumberOfChannelsKey: channels, AVLinearPCMBitDepthKey: bits,
            AVLinearPCMIsFloatKey: float,
        ]
    }

    /// A buffer with a ramp of `count` frames from `start`, exact in 16 bits.
    private func ramp(
        _ count: AVAudioFrameCount, from start: Int = 0, _ format: AVAudioFormat
    ) -> AVAudioPCMBuffer {
        let buffer = AVAudioPCMBuffer(pcmFormat: format, frameCapacity: count)!
        buffer.frameLength = count
        for frame in 0..<Int(count) {
            let sample = Float((start + frame) % 60_000 - 30_000) / 32768
            for channel in 0..<Int(format.channelCount) {
                buffer.floatChannelData![channel][frame * buffer.stride] =
                    channel == 0 ? sample : -sample
            }
        }
        return buffer
    }

    /// Writes a WAVE file of `count` frames.
    private func wave(_ count: AVAudioFrameCount) throws -> URL {
        let url = url("ramp.wav")
        let file = try AVAudioFile(forWriting: url, settings: pcm(16))
        try file.write(from: ramp(count, stereo))
        file.close()
        return url
    }

    /// The `NSError` that `body` throws.
    private func error(_ body: () throws -> Void) -> NSError? {
        do { try body() } catch { return error as NSError }
        return nil
    }

    private func status(_ body: () throws -> Void) -> OSStatus {
        guard let error = error(body) else { return noErr }
        #expect(error.domain == "com.apple.coreaudio.avfaudio")
        #expect(error.userInfo["failed call"] is String)
        return OSStatus(error.code)
    }

    @Test("Reads to the end, and fails beyond it (engine 11)")
    func reading() throws {
        let file = try AVAudioFile(forReading: try wave(44100))
        #expect(file.length == 44100)
        #expect(file.processingFormat == stereo)
        #expect(file.fileFormat.streamDescription.pointee.mBitsPerChannel == 16)
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 1024))
        var lengths: [AVAudioFrameCount] = []
        var next = 0
        while file.framePosition < file.length {
            try file.read(into: buffer)
            lengths.append(buffer.frameLength)
            let expected = ramp(buffer.frameLength, from: next, stereo)
            #expect(
                memcmp(
                    buffer.floatChannelData![0], expected.floatChannelData![0],
                    4 * Int(buffer.frameLength)) == 0)
            next += Int(buffer.frameLength)
        }
        #expect(lengths == Array(repeating: 1024, count: 43) + [68])
        let end = try #require(error { try file.read(into: buffer) })
        #expect(end.domain == "Foundation._GenericObjCError")
        #expect(end.code == 0)
        #expect(buffer.frameLength == 0)
    }

    @Test("Reads from a position (engine 12)")
    func position() throws {
        let file = try AVAudioFile(forReading: try wave(44100))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 2048))
        file.framePosition = 44000
        try file.read(into: buffer, frameCount: 1024)
        #expect(buffer.frameLength == 100)
        #expect(file.framePosition == 44100)
        #expect(buffer.floatChannelData?[0][0] == Float(44000 - 30000) / 32768)
        file.framePosition = 10
        try file.read(into: buffer, frameCount: 3)
        #expect(buffer.frameLength == 3)
        #expect(file.framePosition == 13)
        // No frames are what was asked for.
        try file.read(into: buffer, frameCount: 0)
        #expect(buffer.frameLength == 0)
        file.framePosition = -5
        #expect(file.framePosition == 0)
        file.framePosition = .max
        #expect(file.framePosition == 44100)
    }

    @Test("Writes, and completes the header when it is closed (engine 13)")
    func writing() throws {
        let url = url("written.wav")
        let file = try AVAudioFile(forWriting: url, settings: pcm(16))
        #expect(file.length == 0)
        #expect(dataByteCount(url) == 0)
        try file.write(from: ramp(441, stereo))
        try file.write(from: ramp(100, from: 441, stereo))
        #expect(file.length == 541)
        #expect(file.framePosition == 541)
        #expect(dataByteCount(url) == 0)
        file.close()
        #expect(dataByteCount(url) == 2164)
        #expect(file.length == 541)
        let back = try AVAudioFile(forReading: url)
        #expect(back.length == 541)
    }

    @Test("A file that is released is complete too")
    func releasing() throws {
        let url = url("released.wav")
        func write() throws {
            let file = try AVAudioFile(forWriting: url, settings: pcm(16))
            try file.write(from: ramp(100, stereo))
        }
        try write()
        #expect(dataByteCount(url) == 400)
    }

    /// Size of a WAVE file's data chunk; `nil` without one.
    private func dataByteCount(_ url: URL) -> UInt32? {
        guard let bytes = try? Data(contentsOf: url),
            let start = bytes.range(of: Data("data".utf8))
        else { return nil }
        return Array(bytes[start.upperBound..<start.upperBound + 4]).withUnsafeBytes {
            $0.loadUnaligned(as: UInt32.self)
        }
    }

    @Test("A closed file is read and written no more (engine 14)")
    func closed() throws {
        let url = try wave(100)
        let file = try AVAudioFile(forReading: url)
        #expect(file.isOpen)
        file.close()
        file.close()
        #expect(!file.isOpen)
        let buffer = ramp(10, stereo)
        #expect(status { try file.read(into: buffer) } == -43)
        #expect(file.length == 100)
        file.framePosition = 7
        #expect(file.framePosition == 0)
        let written = try AVAudioFile(forWriting: url, settings: pcm(16))
        written.close()
        #expect(status { try written.write(from: buffer) } == -43)
        #expect(status { _ = try written.makeReader() } == -43)
    }

    @Test("A buffer of another format is refused")
    func formats() throws {
        let file = try AVAudioFile(forReading: try wave(100))
        let mono = try #require(AVAudioFormat(standardFormatWithSampleRate: 44100, channels: 1))
        #expect(status { try file.read(into: ramp(10, mono)) } == kAudio_ParamError)
        let written = try AVAudioFile(forWriting: url("other.caf"), settings: pcm(16))
        #expect(status { try written.write(from: ramp(10, mono)) } == kAudio_ParamError)
        #expect(written.length == 0)
        // A file is either read or written.
        #expect(status { try written.read(into: ramp(10, stereo)) } != noErr)
        #expect(status { try file.write(from: ramp(10, stereo)) } != noErr)
    }

    @Test("Files that cannot be opened give a status")
    func openErrors() throws {
        let unspecified: OSStatus = 2_003_334_207
        let unknownType: OSStatus = 1_954_115_647
        #expect(status { _ = try AVAudioFile(forReading: url("none.wav")) } == unspecified)
        #expect(status { _ = try AVAudioFile(forReading: folder.url) } == unspecified)
        let web = try #require(URL(string: "https://example.com/a.wav"))
        #expect(status { _ = try AVAudioFile(forReading: web) } == unspecified)
        try Data().write(to: url("empty.wav"))
        #expect(status { _ = try AVAudioFile(forReading: url("empty.wav")) } == unknownType)
        try Data("This is no audio at all, but text.".utf8).write(to: url("text.wav"))
        #expect(status { _ = try AVAudioFile(forReading: url("text.wav")) } == unknownType)
        #expect(
            status {
                _ = try AVAudioFile(
                    forReading: try wave(10), commonFormat: .otherFormat, interleaved: false)
            } == kAudio_ParamError)
    }

    @Test("Settings that no file has give a status, and leave an existing file alone")
    func settingsErrors() throws {
        let unsupportedFormat: OSStatus = 1_718_449_215
        func refused(_ name: String, _ settings: [String: Any]) -> OSStatus {
            status { _ = try AVAudioFile(forWriting: url(name), settings: settings) }
        }
        try Data("precious".utf8).write(to: url("precious.wav"))
        #expect(refused("precious.wav", [:]) == unsupportedFormat)
        #expect(refused("precious.wav", [AVSampleRateKey: "fast"]) == unsupportedFormat)
        var wrong = pcm(16)
        wrong[AVFormatIDKey] = kAudioFormatMPEG4AAC
        #expect(refused("precious.wav", wrong) == unsupportedFormat)
        wrong[AVFormatIDKey] = kAudioFormatMPEGLayer3
        #expect(refused("precious.wav", wrong) == unsupportedFormat)
        #expect(try Data(contentsOf: url("precious.wav")) == Data("precious".utf8))
        #expect(refused("what.xyz", pcm(16)) == 1_954_115_647)
        #expect(!FileManager.default.fileExists(atPath: folder.file("what.xyz")))
        // A byte order that was set does not give way.
        var order = pcm(16)
        order[AVLinearPCMIsBigEndianKey] = false
        #expect(refused("order.aiff", order) == unsupportedFormat)
        #expect(refused("order.aiff", pcm(16)) == noErr)
        #expect(refused("nowhere/a.wav", pcm(16)) == 2_003_334_207)
    }

    @Test("The type of a file follows from the settings, then from its name")
    func types() throws {
        var settings = pcm(16)
        settings[AVAudioFileTypeKey] = kAudioFileCAFType
        _ = try AVAudioFile(forWriting: url("named.wav"), settings: settings)
        #expect(try Data(contentsOf: url("named.wav")).prefix(4) == Data("caff".utf8))
        _ = try AVAudioFile(forWriting: url("unnamed"), settings: pcm(16))
        #expect(try Data(contentsOf: url("unnamed")).prefix(4) == Data("caff".utf8))
        _ = try AVAudioFile(forWriting: url("upper.WAV"), settings: pcm(16))
        #expect(try Data(contentsOf: url("upper.WAV")).prefix(4) == Data("RIFF".utf8))
    }

    @Test("A file of settings that ask for separate channels is interleaved all the same")
    func nonInterleavedSettings() throws {
        var settings = pcm(16)
        settings[AVLinearPCMIsNonInterleaved] = true
        let file = try AVAudioFile(forWriting: url("apart.wav"), settings: settings)
        #expect(file.fileFormat.isInterleaved)
        file.close()
        #expect(try AVAudioFile(forReading: url("apart.wav")).fileFormat.isInterleaved)
    }

    @Test("On a full disk, writing fails, and what was accepted is in the file")
    func fullDisk() throws {
        let disk = SmallDisk(byteCount: 4096 + 4 * 500)
        let file = try AVAudioFile(
            forWriting: url("full.wav"), settings: pcm(16)
        ) { (wanted) throws(AudioFileError) in
            try OpenAudioFile(
                creating: disk.callbacks, wanted.type, wanted.format, isPageAligned: true)
        }
        try file.write(from: ramp(400, stereo))
        #expect(file.length == 400)
        #expect(status { try file.write(from: ramp(400, from: 400, stereo)) } == -34)
        #expect((400...500).contains(file.length))
        let length = file.length
        #expect(status { try file.write(from: ramp(400, from: 800, stereo)) } == -34)
        file.close()
        try disk.bytes.write(to: url("full.wav"))
        let back = try AVAudioFile(forReading: url("full.wav"))
        #expect(back.length >= length)
        let buffer = ramp(600, stereo)
        try back.read(into: buffer)
        #expect(buffer.floatChannelData?[0][399] == Float(399 - 30000) / 32768)
    }

    @Test("A second reader has a position of its own")
    func readers() throws {
        let file = try AVAudioFile(forReading: try wave(1000))
        let reader = try file.makeReader()
        let buffer = ramp(10, stereo)
        file.framePosition = 500
        #expect(try reader.read(10, into: buffer.roomForFrames) == 10)
        #expect(buffer.floatChannelData?[0][9] == Float(9 - 30000) / 32768)
        #expect(file.framePosition == 500)
        let written = try AVAudioFile(forWriting: url("w.wav"), settings: pcm(16))
        #expect(status { _ = try written.makeReader() } != noErr)
    }
}

/// The bytes of one file on a disk with little room, where Apple's code for a full disk follows.
private final class SmallDisk: Sendable {
    private let held = Mutex(Data())
    private let byteCountMax: Int

    init(byteCount: Int) {
        byteCountMax = byteCount
    }

    var bytes: Data { held.withLock { $0 } }

    var callbacks: CallbackBytes {
        CallbackBytes(
            byteCount: 0,
            read: { offset, buffer in
                let bytes = self.bytes.dropFirst(Int(offset)).prefix(buffer.count)
                buffer.copyBytes(from: bytes)
                return .init(status: 0, byteCount: UInt32(bytes.count))
            },
            write: { offset, bytes in
                let count = max(min(bytes.count, self.byteCountMax - Int(offset)), 0)
                self.held.withLock { held in
                    let missing = Int(offset) + count - held.count
                    if missing > 0 { held.append(Data(count: missing)) }
                    held.replaceSubrange(Int(offset)..<Int(offset) + count, with: bytes[..<count])
                }
                return .init(status: count < bytes.count ? -34 : 0, byteCount: UInt32(count))
            },
            setSize: { byteCount in
                self.held.withLock { held in
                    held =
                        held.prefix(Int(byteCount))
                        + Data(count: max(Int(byteCount) - held.count, 0))
                }
                return 0
            })
    }
}
