import AppHosting
import AudioModel
import DeviceProtocol
import Foundation
import Glibc
import SoundPolicy
import SoundServer
import Testing

@Suite("An app that is a process of its own", .serialized)
struct ChildAppTests {
    @Test("plays a system sound to its end under the phone's policy")
    func plays() throws {
        // Given a phone.
        let host = Host()
        // When a program plays a sound, waits for its end and exits.
        let child = try host.open(["sounds"])
        let end = host.end(of: child)
        // Then the phone's policy was asked, and the program heard how it went.
        #expect(
            host.awaitRequest(of: child) {
                if case .startStream(_, .systemSound, _) = $0 { true } else { false }
            })
        #expect(printed(by: child).suffix(2) == ["created: 0", "completed"])
        #expect(end == ChildEnd(termination: .quit, words: "quit by itself"))
        #expect(host.state(of: child) == .notRunning)
    }

    @Test("tells how loud it is while it sounds")
    func levels() throws {
        let host = Host()
        let child = try host.open(["sounds-on"])
        // When it sounds, then the phone knows how loud, and what the policy says of it.
        #expect(host.await { child.levels[1].map { $0.sourcePeak > 0.2 } ?? false })
        let verdict = host.verdict(of: child)
        #expect(verdict?.state == .audible)
        // When the switch silences it, then nothing is left after the gains.
        host.server.send(.ringSwitchMoved(.silent))
        #expect(
            host.await {
                child.levels[1].map { $0.sourcePeak > 0.2 && $0.outputPeak == 0 } ?? false
            })
        child.end()
        #expect(host.end(of: child)?.words == "ended as asked")
        #expect(child.levels.isEmpty)
    }

    @Test("has the same keychain as the other programs of the phone, and none of its user's")
    func keychain() throws {
        let host = Host()
        let places = try (0..<2).map { _ in
            let container = NSTemporaryDirectory() + "container-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: container) }
            let child = try host.launch(["keychain"], container: container)
            _ = host.end(of: child)
            return printed(by: child)
        }
        #expect(places[0] == places[1] && places[0].count == 1)
        #expect(places[0].first?.hasPrefix("file:/") == true)
    }

    @Test("has folders of its own, which go with it")
    func folders() throws {
        let host = Host()
        let container = NSTemporaryDirectory() + "container-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: container) }
        let child = try host.launch(["folders"], container: container)
        _ = host.end(of: child)
        let folders = printed(by: child).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        #expect(
            folders == [
                container, container + "/Library/Caches", container + "/tmp",
                container + "/Documents",
            ])
    }

    @Test(
        "loses its place when it is rude, and the phone says why",
        arguments: [
            ("garbage", "it sent a message that has an invalid kind of message, at byte 0"),
            ("unasked", "it sent a message out of turn"),
            ("twice", "it sent a message out of turn"),
            ("answers-unasked", "it sent a message out of turn"),
            ("old", "it uses another version of Sori: rebuild both"),
            ("large", "it sent a message of more than 64 kilobytes"),
            ("floods", "it sent more than 2000 messages a second"),
            ("deaf", "it did not read its messages"),
            ("many", "it started more than 32 sounds at a time"),
            // Streams with a refused second start play on, and count.
            ("starts-twice", "it started more than 32 sounds at a time"),
            ("escapes", "it sent a message that has an invalid kind of message, at byte 0"),
            ("half", "it sent a message that is truncated, at byte 6"),
            ("empty", "it closed its connection and kept running"),
            ("hangs-up", "it closed its connection and kept running"),
        ])
    func isRude(manner: String, words: String) throws {
        // Given a phone with another app.
        let host = Host()
        let other = host.server.connect(AppDescription(name: "other"), Bystander())
        try other.request(.setCategory(.ambient, .default, [], .default))
        // When a rude program runs.
        let child = try host.open([manner]) { limits in
            limits.disconnectTimeout = .milliseconds(100)
            (limits.messagesMax, limits.backlogMax, limits.streamsMax) = (1000, 100, 32)
        }
        let end = host.end(of: child)
        // Then it is gone, with its reason and its sounds, and was not notified of what is too
        // late; the others go on.
        #expect(!host.wasTold(child, .willTerminate))
        #expect(end == ChildEnd(termination: .killed, words: "killed by the phone: " + words))
        #expect(host.state(of: child) == .notRunning)
        #expect(kill(child.processID, 0) != 0)
        host.server.open(other.app)
        #expect(throws: Never.self) { try other.request(.activate) }
    }

    @Test("that crashes is gone, with its sound")
    func crashes() throws {
        let host = Host()
        let child = try host.open(["crashes"])
        let end = host.end(of: child)
        #expect(end?.termination == .crashed)
        #expect(end?.words == "crashed: killed by signal 11 (Segmentation fault)")
        #expect(host.awaitEvent { $0 == .appEnded(child.app, .crashed) })
        let verdict = host.verdict(of: child)
        #expect(verdict == nil || verdict?.state == .stopped)
    }

    @Test("is told nothing of an end that has been", arguments: ["goes", "crashes"])
    func endsUntold(manner: String) throws {
        let host = Host()
        let child = try host.open([manner])
        #expect(host.end(of: child) != nil)
        #expect(!host.wasTold(child, .willTerminate))
        #expect(host.state(of: child) == .notRunning)
    }

    @Test("that leaves by itself is gone, with its code")
    func goes() throws {
        let host = Host()
        let child = try host.open(["goes"])
        #expect(host.end(of: child)?.words == "exited by itself with status 3")
    }

    @Test("that hangs is killed when it does not return from what it is told")
    func hangs() throws {
        // Given an app that plays, and then a stopped process.
        let host = Host()
        let child = try host.open(["sounds-on"]) { $0.answerTime = .milliseconds(300) }
        #expect(host.await { !child.levels.isEmpty })
        kill(child.processID, SIGSTOP)
        // Its threads do not stop all at once.
        #expect(host.await { isStopped(child.processID) })
        // When it is told that it is in the background.
        host.server.leave(child.app)
        // Then it is killed.
        #expect(
            host.end(of: child)?.words
                == "killed by the phone: it did not return from willResignActive within 0.3 s")
    }

    @Test(
        "that does not return from UIKit's calls is killed as a phone does",
        arguments: [
            ("hangs-launching", "didFinishLaunching"), ("hangs-later", "didEnterBackground"),
            // Its main thread stands still before it could enter the background.
            ("hangs-active", "didEnterBackground"),
        ])
    func hangsInCallback(manner: String, callback: String) throws {
        let host = Host {
            $0.launchLimitOverride = .seconds(2)
            $0.enterBackgroundLimit = .milliseconds(300)
        }
        let child = try host.open([manner])
        if manner != "hangs-launching" {
            #expect(host.awaitNews(.printed("is active")))
            host.server.leave(child.app)
        }
        #expect(
            host.end(of: child)?.words
                == "killed by the phone: it did not return from \(callback) in time")
    }

    @Test("of UIKit's hears of its end when somebody else ends it")
    func isTerminated() throws {
        let host = Host()
        let child = try host.open(["lives"])
        #expect(host.awaitNews(.printed("is active")))
        kill(child.processID, SIGTERM)
        #expect(host.end(of: child)?.words == "quit by itself")
        #expect(printed(by: child).count { $0 == "terminates" } == 1)
    }

    @Test("of UIKit's hears of its end once when the phone ends it")
    func isEnded() throws {
        let host = Host()
        let child = try host.open(["lives"])
        #expect(host.awaitNews(.printed("is active")))
        child.end()
        #expect(host.end(of: child)?.words == "ended as asked")
        #expect(printed(by: child).count { $0 == "terminates" } == 1)
    }

    @Test("that never calls the phone is named, and may go on")
    func didNotConnect() throws {
        let host = Host { $0.launchLimitOverride = .milliseconds(400) }
        let child = try ChildApp.launch(
            ChildProgram("sleep", arguments: ["20"]), in: host.server,
            limits: host.limits { $0.callTime = .milliseconds(100) }, onEvent: host.record)
        host.server.open(child.app)
        #expect(host.awaitNews(.didNotConnect(seconds: 0.1)))
        #expect(host.state(of: child) == .active)
        child.end()
        #expect(host.end(of: child) != nil)
    }

    @Test("is quoted, its last words too, and fills no disk")
    func prints() throws {
        let host = Host()
        let trapping = try host.launch(["traps"])
        #expect(host.end(of: trapping)?.termination == .crashed)
        #expect(
            host.awaitNews {
                if case .printed(let text) = $0 {
                    text.hasSuffix("Fatal error: this is why")
                } else {
                    false
                }
            })
        // When one prints without end.
        let printing = try host.launch(["prints"]) { $0.printedMax = 100_000 }
        #expect(host.awaitNews(.printed("more lines than are shown")))
        #expect(host.awaitNews(.printed("more output than is kept; the log was emptied")))
        #expect(!host.hasEnded(printing))
        printing.end()
        #expect(host.end(of: printing) != nil)
    }

    @Test("that does not end when it is told is killed")
    func stubborn() throws {
        let host = Host()
        let child = try host.open(["stubborn"]) { $0.endTime = .milliseconds(400) }
        #expect(host.await { !child.levels.isEmpty })
        child.end()
        #expect(
            host.end(of: child)?.words
                == "killed by the phone: it kept running for 0.4 s after it was told to end")
    }

    @Test("stands still while it is suspended, and goes on afterwards")
    func isSuspended() throws {
        let host = Host { $0.suspensionDelay = .milliseconds(50) }
        let child = try host.open(["sounds-on"])
        #expect(host.await { !child.levels.isEmpty })
        // When it is left long enough.
        host.server.leave(child.app)
        #expect(host.awaitNews(.suspended))
        #expect(host.await { isStopped(child.processID) })
        // And opened again.
        host.server.open(child.app)
        #expect(host.awaitNews(.resumed))
        #expect(host.await { !isStopped(child.processID) })
        child.end()
        #expect(host.end(of: child)?.words == "ended as asked")
    }

    @Test("cannot be what is not a program")
    func isNoProgram() {
        #expect(throws: ChildAppError.notFound("/no/such/program")) {
            try ChildProgram("/no/such/program")
        }
        #expect(throws: ChildAppError.notFound("/tmp")) { try ChildProgram("/tmp") }
        #expect(throws: ChildAppError.notExecutable("/etc/passwd")) {
            try ChildProgram("/etc/passwd")
        }
    }
}

/// An app of the phone's own.
final class Bystander: AppReceiver {
    func apply(_ directive: StreamDirective, toStream number: Int) {}
    func receive(_ notification: AppNotification) {}
}

/// Whether all threads of a process are stopped by a signal.
func isStopped(_ pid: Int32) -> Bool {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    return !threads.isEmpty
        && threads.allSatisfy { thread in
            let path = "/proc/\(pid)/task/\(thread)/stat"
            let status = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            guard let name = status.lastIndex(of: ")") else { return false }
            return status[name...].dropFirst(2).first == "T"
        }
}
