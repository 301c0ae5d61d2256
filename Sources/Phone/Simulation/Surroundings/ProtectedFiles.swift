public import Foundation
import Glibc
import SoundClient
import SoundPolicy
import SoundServer
import Synchronization

extension SimulatedPhone {
    /// When a file can be opened, on a phone with a passcode.
    public enum FileProtection: String, CaseIterable, Hashable, Sendable {
        /// Always.
        case none
        /// While the phone is unlocked.
        case complete
        /// While the phone is unlocked; one that is open stays so, and new ones can be made.
        case completeUnlessOpen
        /// From the first unlocking on; a simulated phone was unlocked before the test.
        case completeUntilFirstUserAuthentication
    }

    /// Protects a file of an app, which Foundation's attributes do not do on Linux. Some seconds after
    /// the phone is locked the file cannot be opened, until it is unlocked.
    ///
    /// What is open then can still be read here; on a device it cannot with `complete`. A process of
    /// root opens every file.
    ///
    /// - Parameter url: A file that exists; no folder and no symbolic link.
    public func protect(_ url: URL, _ protection: FileProtection) {
        if let problem = self.protection.protect(url.path, protection) {
            return note("\(url.path) cannot be protected: \(problem)")
        }
        followProtection()
    }

    /// Returns how a file is protected.
    public func protection(of url: URL) -> FileProtection {
        protection.protection(of: url.path) ?? .completeUntilFirstUserAuthentication
    }

    /// Opens or closes protected files as the phone's lock has it now.
    func followProtection() {
        guard !protection.isEmpty else { return }
        let isAvailable = stage.server.inspect { $0.isProtectedDataAvailable }
        guard !isAvailable else { return protection.giveBack() }
        for path in protection.close() { reportOpen(path) }
    }

    /// Reports a file in the folder of an app that has not closed it.
    private func reportOpen(_ path: String) {
        let owner = apps.last { path.hasPrefix($0.homePath + "/") && $0.state != .notRunning }
        guard let owner else { return }
        let name = path.dropFirst(owner.homePath.count + 1)
        RuntimeIssue(
            .openProtectedFile, "open of \(name)",
            "the file is open while its protection begins, and on a device reads of it fail"
        ).report(of: owner.staged.sound)
    }

    /// Opens protected files if they can be read now.
    func openProtectedFiles() {
        guard !protection.isEmpty, stage.server.inspect({ $0.isProtectedDataAvailable }) else {
            return
        }
        protection.giveBack()
    }
}

/// The protected files of a phone. Any thread.
final class ProtectedFiles: Sendable {
    private struct File {
        var protection: SimulatedPhone.FileProtection
        /// The mode that the file has while it can be opened; `nil` unless it is closed.
        var mode: mode_t?

        /// Takes all rights from the file at a path, if its class asks for that.
        mutating func close(_ path: String) {
            switch protection {
            case .none, .completeUntilFirstUserAuthentication: return
            case .complete, .completeUnlessOpen: break
            }
            // A file without rights is closed by another name of it, which gives them back.
            mode = ProtectedFiles.mode(of: path).flatMap { $0 == 0 ? nil : $0 }
            if mode != nil { _ = chmod(path, 0) }
        }
    }

    private struct State {
        var files: [String: File] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// The name of the attribute that keeps a file's class.
    static let attribute = "user.sori.protection"
    /// Foundation's key of a file's extended attributes, which has no name on Linux.
    private static let extended = FileAttributeKey(rawValue: "NSFileExtendedAttributes")
    private static let filesMax = 10_000

    var isEmpty: Bool { state.withLock { $0.files.isEmpty } }

    func protection(of path: String) -> SimulatedPhone.FileProtection? {
        if let known = state.withLock({ $0.files[path]?.protection }) { return known }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)[Self.extended]
        let word = (attributes as? [String: Data])?[Self.attribute]
        return word.flatMap {
            SimulatedPhone.FileProtection(rawValue: String(decoding: $0, as: UTF8.self))
        }
    }

    /// - Returns: What is wrong; `nil` when the file is protected.
    func protect(_ path: String, _ protection: SimulatedPhone.FileProtection) -> String? {
        guard Self.mode(of: path) != nil else { return "it is no file" }
        return state.withLock { state in
            guard state.files.count < Self.filesMax || state.files[path] != nil else {
                return "\(Self.filesMax) files are protected already"
            }
            if let mode = state.files[path]?.mode { _ = chmod(path, mode) }
            // File systems without attributes keep the class no longer than the phone.
            let word = [Self.attribute: Data(protection.rawValue.utf8)]
            try? FileManager.default.setAttributes([Self.extended: word], ofItemAtPath: path)
            state.files[path] = File(protection: protection)
            if state.isClosed { state.files[path]?.close(path) }
            return nil
        }
    }

    /// Makes the files that the lock protects impossible to open.
    ///
    /// - Returns: The paths of those with the class `complete` that the process has open.
    func close() -> [String] {
        state.withLock { state in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            for path in state.files.keys { state.files[path]?.close(path) }
            let complete = state.files.filter { $0.value.protection == .complete }.keys.sorted()
            let open = complete.isEmpty ? [] : Self.openFiles
            return complete.filter { path in
                open.contains(URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
            }
        }
    }

    /// The paths of the files that the process has open.
    private static var openFiles: Set<String> {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            numbers.compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
            })
    }

    /// Gives all files their modes back.
    func giveBack() {
        state.withLock { state in
            guard state.isClosed else { return }
            state.isClosed = false
            for (path, file) in state.files {
                if let mode = file.mode { _ = chmod(path, mode) }
                state.files[path]?.mode = nil
            }
        }
    }

    /// The mode of a regular file; `nil` for anything else.
    fileprivate static func mode(of path: String) -> mode_t? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_mode & 0o7777
    }
}
