import AudioModel
import DeviceConnections
import DeviceProtocol
import Foundation
import SoundServer
import TestSupport
import Testing

@Suite("An app's line to a phone that is another process", .serialized)
struct PhoneConnectionTests {
    @Test("obeys what a request causes before the request is over, and is told in order")
    func order() throws {
        // Given a phone that sends two directives and a notification before its answer.
        let phone = try FakePhone { message in
            switch message {
            case .hello: return [welcome]
            case .request(let question, _):
                return [
                    bytes(.directive(streamNumber: 1, .held)),
                    bytes(.notification(number: 1, .mediaServicesReset)),
                    bytes(.directive(streamNumber: 2, .ended)),
                    bytes(.granted(question: question)),
                ]
            default: return []
            }
        }
        let told = Told()
        let line = try PhoneConnection(to: phone.path)
        line.attach(Receiver(told))
        // When the app asks, then it has obeyed when it is answered.
        try line.request(.activate)
        let notes = told.notes(until: "mediaServicesReset")
        #expect(notes.filter { $0 != "mediaServicesReset" } == ["1 held", "2 ended"])
        #expect(line.app == AppID(rawValue: 5))
        line.disconnect(.quit)
    }

    @Test("is lost for good when the phone is silent, and what sounds is ended")
    func silent() throws {
        let phone = try FakePhone { message in
            switch message {
            case .hello: [welcome]
            case .request(let question, .startStream): [bytes(.granted(question: question))]
            default: []
            }
        }
        let told = Told()
        let line = try PhoneConnection(to: phone.path, answerTime: .milliseconds(200))
        var events = PhoneConnectionEvents()
        events.lost = { told.note("\($0)") }
        line.attach(Receiver(told), events: events)
        try line.request(.startStream(number: 3, .player, appVolume: 1))
        #expect(throws: SessionError.mediaServicesFailed) { try line.request(.activate) }
        #expect(
            told.notes(until: "mediaServicesLost") == [
                "3 ended", "the phone does not answer", "mediaServicesLost",
            ])
        // Then nothing is asked any more, and nothing waits.
        #expect(throws: SessionError.mediaServicesFailed) { try line.request(.activate) }
        #expect(line.verdict(ofStream: 3) == nil)
        #expect(!line.session.isActive)
    }

    @Test("refuses at once when the phone hangs up in the middle of a question")
    func hungUp() throws {
        let phone = try FakePhone { if case .hello = $0 { [welcome] } else { nil } }
        let told = Told()
        let line = try PhoneConnection(to: phone.path)
        line.attach(Receiver(told))
        #expect(throws: SessionError.mediaServicesFailed) { try line.request(.activate) }
        #expect(told.notes(until: "mediaServicesLost") == ["mediaServicesLost"])
    }

    @Test(
        "is not made with something else than a phone",
        arguments: [
            ([], "the phone does not answer"),
            ([0xFF, 0x00], "a message from the phone has an invalid kind of message, at byte 0"),
            (
                bytes(.versionMismatch(.current)),
                "the phone uses another version of Sori: rebuild both"
            ),
            (bytes(.holdOutput), "the phone uses another version of Sori: rebuild both"),
        ] as [([UInt8], String)])
    func noPhone(answer: [UInt8], words: String) throws {
        let phone = try FakePhone { _ in answer.isEmpty ? [] : [answer] }
        let error = #expect(throws: PhoneConnectionError.self) {
            try PhoneConnection(to: phone.path, answerTime: .milliseconds(100))
        }
        #expect(error.map { "\($0)" } == words)
    }

    @Test(
        "says why there is nobody",
        arguments: ["/nowhere/at/all", String(repeating: "x", count: 200)])
    func nobody(path: String) {
        #expect(throws: PhoneConnectionError.self) { try PhoneConnection(to: path) }
    }

    @Test("keeps an app from hanging when its phone is killed, and ends its sound")
    func phoneIsKilled() throws {
        // Given a phone in another process, with an app that sounds and asks on and on.
        let container = NSTemporaryDirectory() + "orphan-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: container) }
        let phone = try startPhone(in: container, withAppThat: "asks")
        let host = Host()
        let answers = "/Documents/answers"
        #expect(host.await { lines(of: container, in: answers).contains("active: 0") })
        // When the phone is killed.
        kill(phone.processIdentifier, SIGKILL)
        phone.waitUntilExit()
        // Then the app is refused, and its sound is over.
        #expect(host.await { lines(of: container, in: answers).last == "silent" })
        #expect(
            lines(of: container, in: answers) == ["active: 0", "active: 1836282486", "silent"])
    }

    @Test("ends with its phone where it is an app of UIKit's")
    func phoneOfUIKitDies() throws {
        let container = NSTemporaryDirectory() + "container-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: container) }
        let phone = try startPhone(in: container, withAppThat: "lives")
        let host = Host()
        #expect(host.await { lines(of: container).contains("is active") })
        let line = try #require(lines(of: container).first { $0.hasPrefix("process ") })
        let app = try #require(Int32(line.dropFirst(8)))
        #expect(!isGone(app))
        // When the phone is killed, then its app is gone, and hears of nothing.
        kill(phone.processIdentifier, SIGKILL)
        phone.waitUntilExit()
        #expect(host.await { isGone(app) })
        #expect(!lines(of: container).contains("terminates"))
    }

    /// A phone in a process of its own, with an app that keeps its files in `container`.
    private func startPhone(in container: String, withAppThat manner: String) throws -> TestProcess
    {
        let phone = TestProcess()
        phone.executableURL = URL(fileURLWithPath: Host.path(of: "PhoneGuest"))
        phone.arguments = ["hosts", container, manner]
        phone.environment = ProcessInfo.processInfo.environment.merging(
            ["PIPEWIRE_REMOTE": "/nowhere/at-all"]
        ) { $1 }
        phone.standardError = FileHandle.nullDevice
        try phone.run()
        return phone
    }

    /// Whether a process has exited; a zombie counts as gone.
    private func isGone(_ process: Int32) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        guard let status, let name = status.lastIndex(of: ")") else { return true }
        return status[name...].dropFirst(2).first == "Z"
    }

    private func lines(of container: String, in file: String = "/output.log") -> [String] {
        let text = try? String(contentsOfFile: container + file, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }
}

private let welcome = bytes(.welcome(.current, AppID(rawValue: 5)))

private func bytes(_ message: PhoneMessage) -> [UInt8] {
    (try? message.encoded()) ?? []
}

extension StreamDirective {
    fileprivate static let held = StreamDirective(transport: .held, sessionGain: 1)
    fileprivate static let ended = StreamDirective(transport: .ended, sessionGain: 1)
}

/// Notes what it is told.
private final class Receiver: AppReceiver {
    private let told: Told

    init(_ told: Told) {
        self.told = told
    }

    func apply(_ directive: StreamDirective, toStream number: Int) {
        told.note("\(number) \(directive.transport)")
    }

    func receive(_ notification: AppNotification) { told.note("\(notification)") }
}
