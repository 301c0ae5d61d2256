import AppHosting
import AudioModel
import Foundation
import SoundPolicy
import SoundServer
import TestSupport
import Testing

@Suite("What is known of a program before it runs", .serialized)
struct ProgramInformationTests {
    @Test("stands in Info.plist beside it")
    func infoPlist() throws {
        let folder = try Folder()
        try folder.write(
            [
                "CFBundleName": "Metronome", "CFBundleIdentifier": "org.example.metronome",
                "UIBackgroundModes": ["audio", 7, "fetch"] as [Any],
                "NSMicrophoneUsageDescription": "To hear you", "UIApplicationExitsOnSuspend": true,
            ])
        let information = try ChildProgram(folder.program).information
        #expect(information.name == "Metronome")
        #expect(information.identifier == "org.example.metronome")
        #expect(information.backgroundModes == ["audio", "fetch"])
        #expect(information.microphoneText == "To hear you")
        #expect(information.exitsOnSuspend)
        #expect(information.description.backgroundModes == ["audio", "fetch"])
        #expect(information.description.exitsOnSuspend)
    }

    @Test("is its name where there is none, or none that can be read")
    func without() throws {
        let folder = try Folder()
        #expect(try ChildProgram(folder.program).information.name == "program")
        try Data("<plist>".utf8).write(to: folder.plist)
        #expect(try ChildProgram(folder.program).information.name == "program")
        // A text that is far too long is cut.
        try folder.write(["CFBundleName": String(repeating: "n", count: 5000)])
        #expect(try ChildProgram(folder.program).information.name.count == 200)
    }

    @Test("a program that never sounds is an app all the same")
    func soundless() throws {
        let folder = try Folder()
        try folder.write(["CFBundleName": "Sleeper"])
        // Given a phone that decides on one queue.
        let host = Host()
        let queue = DispatchQueue(label: "turns")
        let child = try ChildApp.launch(
            ChildProgram(folder.program), in: host.server, performSync: { queue.sync(execute: $0) })
        queue.sync { host.server.open(child.app) }
        #expect(child.status == .notConnected)
        #expect(child.information.name == "Sleeper")
        #expect(host.server.inspect { $0.state(of: child.app) } == .active)
        // When it is ended, then it is, though it hears of nothing.
        queue.sync { child.end() }
        #expect(host.end(of: child) == ChildEnd(termination: .quit, words: "ended as asked"))
    }

    @Test("is gone when the phone is switched off")
    func killed() throws {
        let folder = try Folder()
        let host = Host()
        let child = try ChildApp.launch(ChildProgram(folder.program), in: host.server)
        child.kill()
        let end = host.end(of: child)
        #expect(end == ChildEnd(termination: .killed, words: "killed by the phone without notice"))
        #expect(host.server.inspect { $0.state(of: child.app) } == .notRunning)
    }
}

/// A folder with a program that does nothing for long.
private final class Folder {
    let url = URL(fileURLWithPath: NSTemporaryDirectory() + "program-\(UUID().uuidString)")

    var program: String { url.appendingPathComponent("program").path }
    var plist: URL { url.appendingPathComponent("Info.plist") }

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try makeProgram(program, script: "exec sleep 1000")
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func write(_ values: [String: Any]) throws {
        try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
            .write(to: plist)
    }
}
