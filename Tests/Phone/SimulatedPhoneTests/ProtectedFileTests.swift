import Foundation
import Glibc
import Simulation
import Testing
import UIKit

@MainActor
@Suite("A protected file")
struct ProtectedFileTests {
    private let phone: SimulatedPhone
    private let app: SimulatedPhone.App
    private let file: URL

    /// Root opens every file.
    private nonisolated static let isRoot = geteuid() == 0

    init() throws {
        var settings = SimulatedPhone.Settings()
        settings.hasPasscode = true
        phone = .recordingFindings(settings)
        app = phone.launch("Notes")
        file = app.container.documents.appendingPathComponent("diary.txt")
        try Data("secret".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    }

    private func mode(of file: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test(
        "cannot be opened ten seconds after the lock, and can after it", arguments: [true, false])
    func complete(isUnlocked: Bool) {
        phone.protect(file, .complete)
        phone.lock()
        phone.advance(by: .seconds(9))
        #expect(mode(of: file) == 0o640)
        phone.advance(by: .seconds(2))
        #expect(mode(of: file) == 0)
        if isUnlocked { phone.unlock() }
        #expect(mode(of: file) == (isUnlocked ? 0o640 : 0))
    }

    @Test("has its rights again, under how many names it is protected")
    func severalNames() throws {
        for number in 1...20 {
            let other = file.appendingPathExtension("\(number)")
            try FileManager.default.linkItem(at: file, to: other)
            phone.protect(other, .complete)
        }
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(mode(of: file) == 0)
        phone.unlock()
        #expect(mode(of: file) == 0o640)
    }

    @Test("fails to open while it is protected", .disabled(if: isRoot))
    func opening() throws {
        phone.protect(file, .complete)
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(throws: (any Error).self) { try Data(contentsOf: file) }
        phone.unlock()
        #expect(try Data(contentsOf: file) == Data("secret".utf8))
    }

    @Test(
        "that is open can still be read, and its app is advised to close it",
        arguments: [SimulatedPhone.FileProtection.complete, .completeUnlessOpen])
    func openHandle(protection: SimulatedPhone.FileProtection) throws {
        let findings = Findings()
        phone.onFinding = { findings.words.append($0.description) }
        let handle = try FileHandle(forReadingFrom: file)
        phone.protect(file, protection)
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(try handle.readToEnd() == Data("secret".utf8))
        let isComplete = protection == .complete
        #expect(phone.advice(for: app).map(\.guideline) == (isComplete ? [.closeProtected] : []))
        #expect(findings.words.count == (isComplete ? 1 : 0))
        #expect(findings.words.allSatisfy { $0.contains("Documents/diary.txt") })
    }

    @Test("of a class that opens earlier stays open", arguments: [true, false])
    func otherClasses(isNone: Bool) {
        phone.protect(file, isNone ? .none : .completeUntilFirstUserAuthentication)
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(mode(of: file) == 0o640)
    }

    @Test("may be made while the phone is locked, where its class needs no unlocked phone for that")
    func unlessOpen() throws {
        phone.protect(file, .completeUnlessOpen)
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(mode(of: file) == 0)
        let new = app.container.documents.appendingPathComponent("new.txt")
        try Data("new".utf8).write(to: new)
        phone.protect(new, .completeUnlessOpen)
        #expect(mode(of: new) == 0)
        phone.unlock()
        #expect(try Data(contentsOf: new) == Data("new".utf8))
    }

    @Test("is readable when the app hears that it is, and when it hears that it will not be")
    func notifications() {
        let seen = Findings()
        app.run {
            // It runs on when the phone is locked.
            _ = UIApplication.shared.beginBackgroundTask {}
            let names = [
                UIApplication.protectedDataWillBecomeUnavailableNotification,
                UIApplication.protectedDataDidBecomeAvailableNotification,
            ]
            for name in names {
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
                    [file] _ in
                    MainActor.assumeIsolated { seen.words.append("\(mode(of: file) ?? -1)") }
                }
            }
        }
        phone.protect(file, .complete)
        phone.lock()
        phone.advance(by: .seconds(11))
        phone.unlock()
        #expect(seen.words == ["\(0o640)", "\(0o640)"])
    }

    @Test("has its class in an attribute, and its rights back at the phone's end")
    func end() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-protected-\(UUID().uuidString)")
        try Data("kept".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            var settings = SimulatedPhone.Settings()
            settings.hasPasscode = true
            let phone = SimulatedPhone.recordingFindings(settings)
            phone.protect(folder, .complete)
            #expect(phone.protection(of: folder) == .complete)
            phone.lock()
            phone.advance(by: .seconds(11))
            #expect(mode(of: folder) == 0)
        }
        #expect(mode(of: folder) != 0)
        let key = FileAttributeKey(rawValue: "NSFileExtendedAttributes")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)[key]
        let list = attributes as? [String: Data]
        // Not every file system has attributes.
        let probe = [key: ["user.sori.test": Data("x".utf8)]]
        let isKept =
            (try? FileManager.default.setAttributes(probe, ofItemAtPath: folder.path)) != nil
        #expect(list?["user.sori.protection"] == (isKept ? Data("complete".utf8) : nil))
    }

    @Test("is a file", arguments: ["nothing", "link", "folder"])
    func noFile(kind: String) throws {
        let finding = Findings()
        phone.onFinding = { finding.words.append($0.description) }
        let url = app.container.documents.appendingPathComponent(kind)
        switch kind {
        case "link":
            try FileManager.default.createSymbolicLink(at: url, withDestinationURL: file)
        case "folder":
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        default: break
        }
        phone.protect(url, .complete)
        #expect(finding.words.count == 1)
        phone.lock()
        phone.advance(by: .seconds(11))
        #expect(mode(of: file) == 0o640)
    }

    @MainActor
    private final class Findings {
        var words: [String] = []
    }
}
