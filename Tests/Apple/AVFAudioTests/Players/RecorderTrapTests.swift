import AVFAudio
import AudioFormats
import Foundation
import Simulation
import TestSupport
import Testing

/// Recorders that are interrupted, or cannot start.
@MainActor
@Suite("AVAudioRecorder on a device")
struct RecorderTrapTests {
    private let stage: PlayerStage
    private let log = Log()

    init() throws {
        stage = try PlayerStage()
    }

    /// A delegate that notes its calls, and may pause when an interruption begins.
    private final class Log: NSObject, AVAudioRecorderDelegate {
        private(set) var calls: [String] = []
        var pauses = false

        func audioRecorderDidFinishRecording(_ recorder: AVAudioRecorder, successfully flag: Bool) {
            calls.append("finished \(flag)")
        }

        func audioRecorderBeginInterruption(_ recorder: AVAudioRecorder) {
            calls.append("began")
            if pauses { recorder.pause() }
        }

        func audioRecorderEndInterruption(_ recorder: AVAudioRecorder, withOptions flags: Int) {
            calls.append("ended \(flags)")
        }
    }

    private nonisolated static let mono: [String: any Sendable] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
    ]

    private func recorder(
        _ stage: PlayerStage, _ name: String = "memo.wav",
        _ settings: [String: any Sendable] = mono
    ) throws -> (AVAudioRecorder, URL) {
        let file = URL(fileURLWithPath: stage.folder.file(name))
        let recorder = try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            return try AVAudioRecorder(url: file, settings: settings)
        }
        recorder.delegate = log
        return (recorder, file)
    }

    private func frameCount(_ file: URL) throws -> Int {
        try decodeSound(AudioFileReader(path: file.path)).frameCount
    }

    /// Records half a second of a tone, is interrupted by a call for half a second, and records
    /// another half.
    ///
    /// - Parameter pauses: Whether the app pauses when the interruption begins.
    private func recordAround(_ stage: PlayerStage, _ log: Log, pauses: Bool) throws -> Int {
        let (recorder, file) = try recorder(stage)
        recorder.delegate = log
        log.pauses = pauses
        stage.phone.makeSound(hertz: 440)
        stage.app.run { _ = recorder.record() }
        stage.pass(500)
        stage.phone.receiveCall()
        #expect(!recorder.isRecording)
        stage.pass(500)
        #expect(log.calls == ["began"] && recorder.currentTime == 0.5)
        stage.phone.declineCall()
        stage.pass(100)
        #expect(!recorder.isRecording)
        #expect(stage.app.run { recorder.record() })
        #expect(recorder.isRecording)
        stage.pass(500)
        stage.app.run { recorder.stop() }
        stage.pass(10)
        #expect(log.calls.last == "finished true")
        return try frameCount(file)
    }

    /// Source: Apple's support as quoted in Canardoux/flutter_sound#1186;
    /// walktalkmeditate/pilgrim-ios#47.
    @Test("keeps only what follows a call, when the app has not paused, and reports it")
    func isInterrupted() throws {
        stage.phone.onFinding = { _ in }
        #expect(try recordAround(stage, log, pauses: false) == 24_000)
        #expect(log.calls == ["began", "ended 1", "finished true"])
        #expect(
            stage.phone.findings.map(\.description) == [
                "Player: AVAudioRecorder.record(): the 0.5 s recorded before the interruption are "
                    + "lost, because the app did not pause the recorder when it began"
            ])
        #expect(stage.phone.advice.map(\.guideline).contains(.pauseInterruptedRecording))
    }

    /// Source: Cap-go/capacitor-audio-recorder#10; Audio Session Programming Guide, interruption
    /// techniques.
    @Test("goes on in the same file after a call, when the app has paused at its beginning")
    func pausesForInterruption() throws {
        #expect(try recordAround(stage, log, pauses: true) == 48_000)
        #expect(stage.phone.findings.isEmpty)
    }

    @Test("goes on in the same file after a call, when the phone keeps interrupted recordings")
    func keepsInterrupted() throws {
        let friendly = try PlayerStage { $0.interruptedRecordings = .kept }
        #expect(try recordAround(friendly, log, pauses: false) == 48_000)
        #expect(friendly.phone.findings.isEmpty)
    }

    @Test("keeps what it has when it is stopped after an interruption")
    func stopsAfterInterruption() throws {
        let (recorder, file) = try recorder(stage)
        stage.phone.makeSound(hertz: 440)
        stage.app.run { _ = recorder.record() }
        stage.pass(500)
        stage.phone.receiveCall()
        stage.pass(500)
        stage.app.run { recorder.stop() }
        #expect(try frameCount(file) == 24_000)
    }

    /// Source: react-native-audio-toolkit/react-native-audio-toolkit#126,
    /// hackiftekhar/IQAudioRecorderController#48.
    @Test(
        "refuses to prepare and to record at a bit rate that the AAC encoder does not have",
        .enabled(if: BuildTraits.hasFFmpeg),
        arguments: [
            (44_100.0, 1, 24_000, false), (44_100, 2, 24_000, false), (44_100, 1, 32_000, true),
            (44_100, 1, 256_000, true), (44_100, 2, 64_000, true), (44_100, 2, 256_000, true),
            (22_050, 1, 16_000, false), (11_025, 1, 16_000, true), (11_025, 1, 8_000, true),
            (8_000, 2, 128_000, false), (16_000, 1, 128_000, false),
        ])
    func bitRates(rate: Double, channels: Int, bitRate: Int, isPossible: Bool) throws {
        let (recorder, file) = try recorder(
            stage, "memo.m4a",
            [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: rate,
                AVNumberOfChannelsKey: channels, AVEncoderBitRateKey: bitRate,
            ])
        #expect(stage.app.run { recorder.prepareToRecord() } == isPossible)
        #expect(stage.app.run { recorder.record() } == isPossible)
        #expect(FileManager.default.fileExists(atPath: file.path) == isPossible)
        #expect(recorder.isRecording == isPossible)
        stage.pass(200)
        stage.app.run { recorder.stop() }
        stage.pass(10)
        #expect(log.calls == (isPossible ? ["finished true"] : []))
    }
}
