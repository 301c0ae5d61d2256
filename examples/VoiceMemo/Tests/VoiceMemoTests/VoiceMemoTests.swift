import AVFAudio
import Foundation
import Simulation
import Testing
import VoiceMemo

@MainActor
@Suite("Voice memos")
struct VoiceMemoTests {
    /// Notes what the app tells its screen.
    private final class Screen: VoiceMemosDelegate {
        private(set) var lines: [String] = []

        func voiceMemos(_ memos: VoiceMemos, didDelete folder: URL, error: (any Error)?) {
            let path = folder.pathComponents.suffix(2).joined(separator: "/")
            lines.append("\(error == nil ? "deleted" : "cannot delete") \(path)")
        }

        func voiceMemos(_ memos: VoiceMemos, didFinishRecording memo: URL, isComplete: Bool) {
            lines.append(isComplete ? "recorded" : "recorded a part")
        }

        func voiceMemos(_ memos: VoiceMemos, didFinishPlaying memo: URL) { lines.append("played") }
    }

    private let screen = Screen()
    /// Noon of 7 July 2026 in UTC, two o'clock in Vienna.
    private let noon = Date(timeIntervalSince1970: 1_783_425_600)

    private func launch(
        at date: Date? = nil, isMicrophoneAllowed: Bool = true
    ) throws -> (phone: SimulatedPhone, app: SimulatedPhone.App, memos: VoiceMemos) {
        var settings = SimulatedPhone.Settings()
        settings.date = date ?? noon
        settings.microphone = isMicrophoneAllowed ? .granted : .denied
        let phone = SimulatedPhone(settings)
        phone.onFinding = { Issue.record($0) }
        let app = phone.launch("Memos", backgroundModes: ["audio"])
        let vienna = try #require(TimeZone(identifier: "Europe/Vienna"))
        let folders = MemoFolders(documents: app.container.documents, timeZone: vienna)
        let memos = app.run { VoiceMemos(folders: folders) }
        memos.delegate = screen
        return (phone, app, memos)
    }

    @Test("record what the room sounds like, and play it, in silent mode too")
    func recordAndPlay() async throws {
        let (phone, app, memos) = try launch()
        phone.flipSwitch(.silent)
        phone.makeSound(hertz: 440)
        try await app.run { try await memos.record() }
        #expect(memos.isRecording)
        await phone.advance(by: .seconds(2))
        app.run { memos.stop() }
        phone.makeSound([])
        #expect(!memos.isRecording && !app.isSessionActive && screen.lines == ["recorded"])
        // When it is played.
        let memo = try #require(memos.folders.memos.first)
        #expect(memos.folders.memos.count == 1)
        #expect(memo.pathComponents.suffix(3) == ["audio", "20260707", "140000.m4a"])
        try app.run { try memos.play(memo) }
        await phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 440))
        await phone.advance(by: .seconds(2))
        #expect(phone.heard(from: app).isSilent && !memos.isPlaying && !app.isSessionActive)
        #expect(screen.lines == ["recorded", "played"])
    }

    @Test("are kept apart when two begin in one second")
    func twoAtOnce() async throws {
        let (phone, app, memos) = try launch()
        for _ in 0..<3 {
            try await app.run { try await memos.record() }
            await phone.advance(by: .milliseconds(100))
        }
        app.run { memos.stop() }
        #expect(
            memos.folders.memos.map(\.lastPathComponent)
                == ["140000.m4a", "140000-2.m4a", "140000-3.m4a"])
        #expect(screen.lines == ["recorded", "recorded", "recorded"])
    }

    @Test("are refused without the user's permission, and leave no file")
    func denied() async throws {
        let (_, app, memos) = try launch(isMicrophoneAllowed: false)
        await #expect(throws: VoiceMemoError.microphoneDenied) {
            try await app.run { try await memos.record() }
        }
        #expect(!memos.isRecording && !app.isSessionActive && memos.folders.memos.isEmpty)
    }

    @Test("go on in the same file after a call that is declined")
    func callDeclined() async throws {
        let (phone, app, memos) = try launch()
        phone.makeSound(hertz: 440)
        try await app.run { try await memos.record() }
        await phone.advance(by: .seconds(1))
        phone.receiveCall()
        #expect(!memos.isRecording)
        await phone.advance(by: .seconds(5))
        phone.declineCall()
        await phone.advance(by: .milliseconds(100))
        #expect(memos.isRecording && screen.lines.isEmpty)
        phone.makeSound(hertz: 1000)
        await phone.advance(by: .seconds(1))
        app.run { memos.stop() }
        // Then it holds the seconds before and after the call, and not those between.
        let memo = try #require(memos.folders.memos.first)
        let duration = try app.run { try AVAudioPlayer(contentsOf: memo).duration }
        #expect(memos.folders.memos.count == 1 && abs(duration - 2.1) < 0.1)
        try app.run { try memos.play(memo) }
        await phone.advance(by: .milliseconds(800))
        #expect(phone.heard(from: app).contains(hertz: 440))
        await phone.advance(by: .seconds(1))
        #expect(phone.heard(from: app).contains(hertz: 1000))
    }

    @Test("of past days are deleted at the launch, with a word about each")
    func retention() throws {
        let (_, app, memos) = try launch()
        let documents = app.container.documents
        func makeFolder(_ path: String) throws {
            try FileManager.default.createDirectory(
                at: documents.appendingPathComponent(path), withIntermediateDirectories: true)
        }
        for path in [
            "audio/20260703", "audio/20260704", "audio/20260707", "audio/Favourites",
            "audio/20261340", "video/20260101", "photo/20251231", "letters/20260101",
        ] { try makeFolder(path) }
        app.run { memos.deleteOldMemos() }
        #expect(
            screen.lines == [
                "deleted video/20260101", "deleted audio/20260703", "deleted photo/20251231",
            ])
        #expect(
            try contents(of: documents, "audio") == [
                "20260704", "20260707", "20261340", "Favourites",
            ])
        #expect(try contents(of: documents, "letters") == ["20260101"])
    }

    @Test(
        "are kept to the midnight that ends their third day, in the user's time zone",
        arguments: zip([-1.0, 0], [["20260704"], []] as [[String]]))
    func midnight(seconds: TimeInterval, left: [String]) throws {
        let (_, app, memos) = try launch(at: noon + 10 * 3600 + seconds)
        let documents = app.container.documents
        try FileManager.default.createDirectory(
            at: documents.appendingPathComponent("audio/20260704"),
            withIntermediateDirectories: true)
        app.run { memos.deleteOldMemos() }
        #expect(try contents(of: documents, "audio") == left)
    }

    private func contents(of documents: URL, _ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: documents.appendingPathComponent(folder).path
        ).sorted()
    }
}
