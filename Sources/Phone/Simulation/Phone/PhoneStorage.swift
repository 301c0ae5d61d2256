public import Foundation

extension SimulatedPhone {
    /// The folders in which an app keeps its files. They exist.
    ///
    /// Foundation's functions know only one home directory per process, which all simulated apps
    /// share: in a test an app that keeps files must use these folders.
    public struct Container: Sendable {
        /// The app's home folder.
        public let home: URL

        init(_ home: URL) {
            self.home = home
        }

        /// The folder `Documents`.
        public var documents: URL { home.appendingPathComponent("Documents", isDirectory: true) }
        /// The folder `Library`.
        public var library: URL { home.appendingPathComponent("Library", isDirectory: true) }
        /// The folder `Library/Caches`.
        public var caches: URL { library.appendingPathComponent("Caches", isDirectory: true) }
        /// The folder `tmp`.
        public var temporary: URL { home.appendingPathComponent("tmp", isDirectory: true) }

        /// The environment variables that make a separate process keep its files here.
        public var environment: [String: String] {
            [
                "CFFIXED_USER_HOME": home.path, "XDG_CACHE_HOME": caches.path,
                "TMPDIR": temporary.path,
            ]
        }

        /// Removes all files; a home folder of the test's own stays, empty.
        func remove() {
            let contents = try? FileManager.default.contentsOfDirectory(atPath: home.path)
            for name in contents ?? [] {
                try? FileManager.default.removeItem(at: home.appendingPathComponent(name))
            }
        }

        func create() throws {
            for folder in [documents, caches, temporary] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
            }
        }
    }
}

/// The temporary folders of the phone and its apps, which are removed with the phone.
final class PhoneStorage {
    let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("sori-phone-\(UUID().uuidString)", isDirectory: true)
    private var count = 0

    /// - Parameter home: A folder of the caller's, which is not removed; `nil` for a new one.
    func container(at home: URL?) -> SimulatedPhone.Container {
        count += 1
        return SimulatedPhone.Container(
            home ?? root.appendingPathComponent("\(count)", isDirectory: true))
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }
}
