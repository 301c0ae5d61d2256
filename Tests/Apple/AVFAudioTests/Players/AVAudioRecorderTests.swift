import AVFAudio
import AudioFormats
import AudioModel
import Foundation
import Simulation
import TestSupport
import Testing

/// Tests of recorders, in virtual time.
@MainActor
@Suite("AVAudioRecorder")
struct AVAudioRecorderTests {
    private let stage: PlayerStage

    init() throws {
        stage = try PlayerStage()
    }

    /// A delegate that notes its calls.
    private final class Log: NSObject, AVAudioRecorderDelegate {
        private(set) var calls: [String] = []

        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
            calls.append("finished \(flag)")
        }

        func audioRecorderEncodeErrorDidOccur(_ recorder: AVAudioRecorder, error: (any Error)?) {
            calls.append("encode error")
        }

        func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) { calls.append("began") }

        func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
            calls.append("ended \(flags)")
        }
    }

    private let log = Log()

    private func url(_ name: String) -> URL { URL(fileURLWithPath: stage.folder.file(name)) }

    private nonisolated static let mono: [String: any Sendable] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
    ]

    private func recorder(
        _ name: String = "memo.wav", _ settings: [String: any Sendable] = mono,
        category: AVAudioSession.Category = .playAndRecord
    ) throws -> AVAudioRecorder {
        let recorder = try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(category)
            return try AVAudioRecorder(url: url(name), settings: settings)
        }
        recorder.delegate = log
        return recorder
    }

    private func recorded(_ name: String = "memo.wav") throws -> [Float] {
        let sound = try decodeSound(AudioFileReader(path: url(name).path))
        return (0..<sound.frameCount * sound.channelCount).map { sound.samples[$0] }
    }

    private func exists(_ name: String = "memo.wav") -> Bool {
        FileManager.default.fileExists(atPath: url(name).path)
    }

    /// What the microphone hears from now on: a rising line of 16-bit steps.
    private func line(_ count: Int) -> [Float] { (0..<count).map { Float($0 % 30_000) / 32_768 } }

    @Test("records nothing without a category with input (players 11)")
    func needsCategory() throws {
        let recorder = try recorder(category: .playback)
        #expect(!stage.app.run { recorder.record() })
        #expect(!recorder.isRecording)
        try stage.app.run { try AVAudioSession.sharedInstance().setCategory(.playAndRecord) }
        let other = try self.recorder("other.wav")
        #expect(!exists("other.wav"))
        #expect(stage.app.run { other.prepareToRecord() })
        #expect(exists("other.wav") && stage.app.isSessionActive && !other.isRecording)
    }

    @Test(
        "waits for a time that never comes, and begins at once for one that has passed",
        arguments: zip(
            [.infinity, 1e300, 9e18, -.infinity, -1, .nan], [0, 0, 0, 0.5, 0.5, 0.5]))
    func unreachableTimes(time: Double, seconds: Double) throws {
        let recorder = try recorder()
        #expect(stage.app.run { recorder.record(atTime: time) })
        stage.pass(500)
        #expect(stage.app.run { recorder.currentTime } == seconds)
        stage.app.run { recorder.stop() }
    }

    @Test("appends after a pause, and ends once (players 12)")
    func appends() throws {
        let recorder = try recorder()
        stage.phone.makeSound(line(96_000))
        #expect(stage.app.run { recorder.record() })
        #expect(recorder.isRecording)
        stage.pass(500)
        #expect(recorder.currentTime == 0.5)
        stage.app.run { recorder.pause() }
        #expect(!recorder.isRecording && recorder.currentTime == 0.5)
        stage.pass(200)
        stage.app.run { recorder.record() }
        stage.pass(300)
        stage.app.run { recorder.stop() }
        #expect(!recorder.isRecording && recorder.currentTime == 0)
        // The file is complete at once.
        let (sound, all) = (try recorded(), line(96_000))
        #expect(sound.count == 38_400)
        let isContinuous =
            Array(sound.prefix(24_000)) == Array(all[..<24_000])
            && Array(sound.dropFirst(24_000)) == Array(all[33_600..<48_000])
        #expect(isContinuous)
        stage.pass(100)
        #expect(log.calls == ["finished true"])
    }

    @Test("records for a duration to the frame, then stops", arguments: [false, true])
    func forDuration(isLater: Bool) throws {
        let recorder = try recorder()
        stage.phone.makeSound(line(96_000))
        stage.app.run {
            if isLater {
                #expect(
                    recorder.record(
                        atTime: recorder.deviceCurrentTime + 0.25, forDuration: 0.5))
            } else {
                #expect(recorder.record(forDuration: 0.5))
            }
        }
        stage.pass(900)
        #expect(!recorder.isRecording && log.calls == ["finished true"])
        let first = isLater ? 12_000 : 0
        let isExact = try recorded() == Array(line(96_000)[first..<first + 24_000])
        #expect(isExact)
        stage.app.run { recorder.stop() }
        stage.pass(10)
        #expect(log.calls == ["finished true"])
    }

    @Test("records silence without permission, and while the input is muted (engine 56)")
    func silence() throws {
        let denied = try PlayerStage { $0.microphone = .denied }
        denied.phone.makeSound(hertz: 440)
        let file = URL(fileURLWithPath: denied.folder.file("denied.wav"))
        let silent = try denied.app.run {
            try AVAudioSession.sharedInstance().setCategory(.record)
            return try AVAudioRecorder(url: file, settings: Self.mono)
        }
        denied.app.run { silent.record() }
        denied.pass(200)
        denied.app.run { silent.stop() }
        let sound = try decodeSound(AudioFileReader(path: file.path))
        #expect(sound.frameCount == 9_600)
        #expect((0..<sound.frameCount).allSatisfy { sound.samples[$0] == 0 })

        let recorder = try recorder()
        stage.phone.makeSound(hertz: 440)
        try stage.app.run { try AVAudioApplication.shared.setInputMuted(true) }
        stage.app.run { recorder.record() }
        stage.pass(200)
        try stage.app.run { try AVAudioApplication.shared.setInputMuted(false) }
        stage.pass(200)
        stage.app.run { recorder.stop() }
        let heard = try recorded()
        #expect(heard[..<9_600].allSatisfy { $0 == 0 })
        #expect(heard[9_600...].contains { abs($0) > 0.2 })
    }

    @Test("measures its levels")
    func measures() throws {
        let recorder = try recorder()
        stage.phone.makeSound([Float](repeating: 0.5, count: 48_000))
        stage.app.run { recorder.record() }
        stage.pass(100)
        recorder.updateMeters()
        #expect(recorder.averagePower(forChannel: 0) == -160)
        recorder.isMeteringEnabled = true
        stage.pass(100)
        recorder.updateMeters()
        #expect(abs(recorder.averagePower(forChannel: 0) + 6.02) < 0.01)
        #expect(abs(recorder.peakPower(forChannel: 0) + 6.02) < 0.01)
        #expect(recorder.peakPower(forChannel: 7) == -160)
    }

    @Test("keeps nothing on a device that keeps nothing, and still measures")
    func devices() throws {
        let recorder = try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.record)
            return try AVAudioRecorder(
                url: URL(fileURLWithPath: "/dev/null"), settings: Self.mono)
        }
        recorder.isMeteringEnabled = true
        stage.phone.makeSound([Float](repeating: 0.25, count: 48_000))
        #expect(stage.app.run { recorder.record() })
        stage.pass(200)
        recorder.updateMeters()
        #expect(abs(recorder.peakPower(forChannel: 0) + 12.04) < 0.01)
        stage.app.run { recorder.stop() }
    }

    @Test("gives Apple's errors")
    func errors() throws {
        func code(_ url: URL, _ settings: [String: any Sendable]) -> Int? {
            let error = #expect(throws: NSError.self) {
                try stage.app.run { try AVAudioRecorder(url: url, settings: settings) }
            }
            return error?.code
        }
        let mono = Self.mono
        let aac: [String: any Sendable] = [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 1,
        ]
        #expect(code(url("none/memo.wav"), mono) == 1_718_449_215)
        #expect(code(stage.folder.url, mono) == 1_718_449_215)
        #expect(code(url("memo.wav"), aac) == 1_718_449_215)
        #expect(code(url("memo.wav"), [AVSampleRateKey: "fast"]) == 1_718_449_215)
        #expect(code(url("memo.txt"), mono) == 1_954_115_647)
        #expect(code(try #require(URL(string: "https://example.org/a.wav")), mono) == 1_718_449_215)
    }

    @Test("deletes its file when it is stopped")
    func deletes() throws {
        let recorder = try recorder()
        stage.app.run { recorder.record() }
        stage.pass(100)
        #expect(!stage.app.run { recorder.deleteRecording() } && exists())
        stage.app.run { recorder.stop() }
        #expect(stage.app.run { recorder.deleteRecording() } && !exists())
        #expect(!stage.app.run { recorder.deleteRecording() })
    }

    @Test("takes what its settings leave open from the device, and overwrites a file")
    func defaults() throws {
        try Data("old".utf8).write(to: url("memo.caf"))
        let recorder = try recorder("memo.caf", [:])
        #expect(stage.app.run { recorder.prepareToRecord() })
        #expect(recorder.format.sampleRate == 48_000 && recorder.format.channelCount == 2)
        #expect(recorder.settings[AVLinearPCMBitDepthKey] as? Int == 16)
        stage.phone.makeSound([Float](repeating: 0.5, count: 48_000))
        stage.app.run { recorder.record() }
        stage.pass(100)
        stage.app.run { recorder.stop() }
        // A mono microphone fills both channels.
        let sound = try recorded("memo.caf")
        #expect(sound.count == 9_600 && sound.allSatisfy { $0 == 0.5 })
    }

    @Test(
        "writes every coding that its file types hold", .enabled(if: BuildTraits.hasFFmpeg),
        arguments: [
            ("a.m4a", kAudioFormatMPEG4AAC), ("b.caf", kAudioFormatMPEG4AAC),
            ("c.m4a", kAudioFormatAppleLossless), ("d.caf", kAudioFormatAppleIMA4),
            ("e.aif", kAudioFormatLinearPCM), ("f.caf", kAudioFormatULaw),
            ("g.wav", kAudioFormatLinearPCM), ("h.aac", kAudioFormatMPEG4AAC),
        ])
    func codings(name: String, coding: AudioFormatID) throws {
        let recorder = try recorder(
            name,
            [
                AVFormatIDKey: coding, AVSampleRateKey: 44_100.0, AVNumberOfChannelsKey: 1,
                AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue,
                AVEncoderBitRateKey: 64_000,
            ])
        stage.phone.makeSound(hertz: 1_000)
        #expect(stage.app.run { recorder.record() })
        stage.pass(1_000)
        stage.app.run { recorder.stop() }
        stage.pass(10)
        #expect(log.calls == ["finished true"])
        let player = try stage.app.run { try AVAudioPlayer(contentsOf: url(name)) }
        #expect(player.format.streamDescription.pointee.mFormatID == coding)
        #expect(abs(player.duration - 1) < 0.05)
        stage.phone.makeSound([])
        stage.app.run { player.play() }
        stage.pass(500)
        let hertz = stage.phone.heard(from: stage.app, last: .milliseconds(300)).frequency
        #expect(abs((hertz ?? 0) - 1_000) < 5)
    }

    @Test("is lost with the media services, which completes its file")
    func isLost() throws {
        let recorder = try recorder()
        stage.phone.makeSound(hertz: 440)
        stage.app.run { recorder.record() }
        stage.pass(300)
        stage.phone.resetMediaServices()
        #expect(!recorder.isRecording && !stage.app.run { recorder.record() })
        #expect(try recorded().count == 14_400)
    }

    @Test("without a file records nothing")
    func withoutFile() {
        stage.app.run {
            let recorder = AVAudioRecorder()
            #expect(!recorder.prepareToRecord() && !recorder.record())
            recorder.pause()
            recorder.stop()
            #expect(!recorder.deleteRecording() && !recorder.isRecording)
            #expect(recorder.currentTime == 0 && recorder.averagePower(forChannel: 0) == -160)
        }
    }
}
