import AudioFormats
import AudioModel
import AudioToolbox
import Foundation
import Simulation
import SoundClient
import Testing

import QueueRecorder

@Suite("The queue recorder of every iPhone programmer")
struct QueueRecorderTests {
    private let sound = MeasuredOutput.noise(seconds: 3)
    private let files = SoundFiles()

    @Test("writes a second of input into an AIFF file, bit-exactly")
    func oneSecond() throws {
        // Given a file with the extension of another type.
        let phone = try RecordingStage(hearing: sound)
        let path = files.path("voice.wav")
        // When a second is recorded and the recorder closed without a stop.
        let recorder = try record(to: path, phone)
        phone.advance(1)
        phone.app.run { recorder.close() }
        // Then the file is AIFF, and lacks less than a buffer.
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        #expect(bytes.prefix(4) == Array("FORM".utf8)[...])
        #expect(bytes[8..<12] == Array("AIFF".utf8)[...])
        let file = try AudioFileReader(path: path)
        #expect(file.format.flags.contains(.bigEndian))
        #expect(file.format.channelCount == 2 && file.format.bitsPerChannel == 16)
        #expect(try abs(file.frameCount() - 44_100) <= 10_000)
        #expect(try file.frameCount() % 10_000 == 0)
        #expect(
            try frames(path) == MeasuredOutput.steps16(sound, frames: 0..<Int(file.frameCount())))
        // And its sizes are those of the file.
        let formSize = Int(bigEndian: bytes[4..<8])
        #expect(formSize + 8 == bytes.count)
        let sampleFrames = try #require(find("COMM", in: bytes)) + 10
        #expect(
            try Int(bigEndian: bytes[sampleFrames..<sampleFrames + 4]) == Int(file.frameCount()))
    }

    @Test("keeps also the last, short buffer when it is stopped")
    func stop() throws {
        let phone = try RecordingStage(hearing: sound)
        let path = files.path("voice.aif")
        let recorder = try record(to: path, phone)
        phone.advance(1)
        try phone.app.run { try recorder.stop() }
        #expect(try frames(path) == MeasuredOutput.steps16(sound, frames: 0..<44_100))
    }

    @Test("leaves a whole file also when it never ends", arguments: [0.3, 0.7, 1.4])
    func killed(seconds: Double) throws {
        let phone = try RecordingStage(hearing: sound)
        let path = files.path("voice.aif")
        let recorder = try record(to: path, phone)
        // When what is on the disk is looked at while it records, as after a kill.
        phone.advance(seconds)
        let copy = files.path("copy.aif")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        phone.app.run { recorder.close() }
        // Then all but the last buffer is there, and the sizes say so.
        let heard = Int(seconds * 44_100)
        let expected = heard / 10_000 * 10_000
        #expect(try frames(copy) == MeasuredOutput.steps16(sound, frames: 0..<expected))
    }

    @Test("cannot start under the category that an app is given")
    func category() throws {
        let phone = try RecordingStage(hearing: sound, category: nil)
        let recorder = try phone.app.run { try Recorder(writingTo: files.path("voice.aif")) }
        // '!rec'.
        let failure = try #require(
            throws: Recorder.Failure.self
        ) { try phone.app.run { try recorder.start() } }
        #expect(failure.status == 561_145_187)
        phone.app.run { recorder.close() }
    }

    /// A recorder that has been started.
    private func record(to path: String, _ phone: RecordingStage) throws -> Recorder {
        try phone.app.run {
            let recorder = try Recorder(writingTo: path)
            try recorder.start()
            return recorder
        }
    }

    private func frames(_ path: String) throws -> [Int16] {
        let file = try AudioFileReader(path: path)
        let reader = try FrameReader(file)
        var samples = try [Float](repeating: 0, count: 2 * Int(file.frameCount()))
        let read = try samples.withUnsafeMutableBufferPointer {
            try reader.read(into: $0.baseAddress!, frameCount: Int(file.frameCount()))
        }
        return samples.prefix(2 * read).map { Int16(($0 * 32_768).rounded()) }
    }

    private func find(_ text: String, in bytes: [UInt8]) -> Int? {
        let wanted = Array(text.utf8)
        return bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == wanted }
    }
}

extension Int {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
