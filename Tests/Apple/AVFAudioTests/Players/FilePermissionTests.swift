import AVFAudio
import Foundation
import Simulation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Tests players, recorders and files where the user may not read or write. The superuser may.
@MainActor
@Suite("Permissions of files", .enabled(if: geteuid() != 0))
struct FilePermissionTests {
    private let stage: PlayerStage

    init() throws {
        stage = try PlayerStage()
    }

    private func protect(_ url: URL, _ permissions: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: permissions], ofItemAtPath: url.path)
    }

    private func code(_ body: @Sendable () throws -> Void) -> Int? {
        do {
            try stage.app.run(body)
            return nil
        } catch {
            return (error as NSError).code
        }
    }

    private nonisolated static let settings: [String: any Sendable] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0, AVNumberOfChannelsKey: 1,
        AVLinearPCMBitDepthKey: 16,
    ]

    @Test("a file that may not be read is not opened")
    func reading() throws {
        let url = try stage.wave(level(1000, 100))
        try protect(url, 0o200)
        #expect(code { _ = try AVAudioPlayer(contentsOf: url) } == 1_886_547_263)
        #expect(code { _ = try AVAudioFile(forReading: url) } == 1_886_547_263)
    }

    @Test("a folder and a file that may not be written refuse a recording, which changes nothing")
    func writing() throws {
        let file = try stage.wave(level(1000, 100), name: "old.wav")
        let old = try Data(contentsOf: file)
        try protect(file, 0o400)
        #expect(
            code { _ = try AVAudioRecorder(url: file, settings: Self.settings) } == 1_718_449_215)
        let folder = stage.folder.url.appendingPathComponent("closed")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try protect(folder, 0o500)
        defer { try? protect(folder, 0o700) }
        let new = folder.appendingPathComponent("new.wav")
        #expect(
            code { _ = try AVAudioRecorder(url: new, settings: Self.settings) } == 1_718_449_215)
        #expect(
            code { _ = try AVAudioFile(forWriting: new, settings: Self.settings) } == 1_886_547_263)
        #expect(try Data(contentsOf: file) == old)
    }

    @Test("a folder that is closed after the recorder was made lets nothing be recorded")
    func closedLater() throws {
        let folder = stage.folder.url.appendingPathComponent("closing")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? protect(folder, 0o700) }
        let recorder = try stage.app.run {
            try AVAudioSession.sharedInstance().setCategory(.playAndRecord)
            return try AVAudioRecorder(
                url: folder.appendingPathComponent("new.wav"), settings: Self.settings)
        }
        try protect(folder, 0o500)
        #expect(!stage.app.run { recorder.prepareToRecord() })
        #expect(!stage.app.run { recorder.record() } && !recorder.isRecording)
    }
}
