package import AudioModel
package import Foundation
import Synchronization

/// What surrounds an app beside its sound: its Info.plist, how its interface is turned, its state for
/// the next launch. Any thread.
///
/// A simulated app is given that of its phone when it is launched; any other app has its process's.
package final class AppSurroundings: Sendable {
    /// The orientations that the app's Info.plist lists, by Apple's names; `nil` for none.
    package let listedOrientations: [String]?
    /// The folder with the app's resources; `nil` for the process's own.
    package let resources: URL?
    /// The app's defaults; `nil` for those of the process. Its methods may be called on any thread.
    package nonisolated(unsafe) let defaults: UserDefaults?
    /// Where the state is kept that an app saves for its next launch.
    package let savedState: any SavedStateStore
    private let state = Mutex(State())

    private struct State {
        var interface = InterfaceOrientation.portrait
        var isProximityMonitored = false
        var languages: [String]?
    }

    /// The surroundings of a simulated app.
    package init(
        listedOrientations: [String]?, resources: URL?, languages: [String],
        defaults: sending UserDefaults,
        savedState: any SavedStateStore
    ) {
        self.listedOrientations = listedOrientations
        self.resources = resources
        self.defaults = defaults
        self.savedState = savedState
        state.withLock { $0.languages = languages }
    }

    /// The surroundings of a process's own app.
    package init() {
        let info = Bundle.main.infoDictionary ?? [:]
        listedOrientations = info["UISupportedInterfaceOrientations"] as? [String]
        resources = nil
        defaults = nil
        savedState = SavedStateFile.ofProcess
    }

    /// The orientation of the app's interface.
    package var interface: InterfaceOrientation {
        get { state.withLock { $0.interface } }
        set { state.withLock { $0.interface = newValue } }
    }

    /// Whether the app has asked for the state of the proximity sensor.
    package var isProximityMonitored: Bool {
        get { state.withLock { $0.isProximityMonitored } }
        set { state.withLock { $0.isProximityMonitored = newValue } }
    }

    /// The user's languages, the preferred one first; `nil` for those of the process.
    package var languages: [String]? {
        get { state.withLock { $0.languages } }
        set { state.withLock { $0.languages = newValue } }
    }
}

extension AppSound {
    /// What surrounds the app beside its sound.
    package var surroundings: AppSurroundings { attachment { AppSurroundings() } }
}

/// Where an app's state is kept for its next launch. Any thread.
package protocol SavedStateStore: AnyObject, Sendable {
    /// Keeps the state in place of an earlier one.
    func save(_ state: Data)
    /// Returns the kept state for a launch; `nil` when there is none, and after a launch that has
    /// taken it and has not called `restored`: it may be what has ended the app.
    func takeForLaunch() -> Data?
    /// Notes that the launch has ended well.
    func restored()
    /// Forgets the state.
    func discard()
}

/// The saved state of a process's own app: a file in the user's folder for states.
package final class SavedStateFile: SavedStateStore {
    static let ofProcess = SavedStateFile(in: folderOfProcess)

    private let file: URL
    private let marker: URL

    /// The largest file that is read, in bytes.
    private static let bytesMax = 16 << 20

    package init(in folder: URL) {
        file = folder.appendingPathComponent("state.plist")
        marker = folder.appendingPathComponent("restoring")
    }

    private static var folderOfProcess: URL {
        let process = ProcessInfo.processInfo
        let name = Bundle.main.bundleIdentifier ?? process.processName
        let environment = process.environment
        if let home = environment["CFFIXED_USER_HOME"], !home.isEmpty {
            return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(
                "Library/Saved Application State/\(name).savedState", isDirectory: true)
        }
        let folder = stateFolder { environment[$0] } ?? NSHomeDirectory() + "/.local/state/sori"
        return URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("saved-states/\(name)", isDirectory: true)
    }

    package func save(_ state: Data) {
        let folder = file.deletingLastPathComponent()
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: mode)
        do {
            try state.write(to: file, options: .atomic)
        } catch {
            let words = "sori: the app's state cannot be saved: \(error.localizedDescription)\n"
            FileHandle.standardError.write(Data(words.utf8))
        }
    }

    package func takeForLaunch() -> Data? {
        guard !FileManager.default.fileExists(atPath: marker.path) else {
            discard()
            return nil
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let size = attributes?[.size] as? Int, size <= Self.bytesMax,
            let state = try? Data(contentsOf: file)
        else { return nil }
        try? Data().write(to: marker)
        return state
    }

    package func restored() { try? FileManager.default.removeItem(at: marker) }

    package func discard() {
        try? FileManager.default.removeItem(at: file)
        restored()
    }
}
