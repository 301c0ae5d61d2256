import Foundation

extension SimulatedPhone {
    /// Where one app keeps its files. The folders are there.
    ///
    /// Foundation's own functions know one home a process, which simulated apps share: an app that
    /// keeps files takes its folders from here in a test.
    public struct Container: Sendable {
        public let home: URL

        init(_ home: URL) {
            self.home = home
        }

        public var documents: URL { home.appendingPathComponent("Documents", isDirectory: true) }
        public var library: URL { home.appendingPathComponent("Library", isDirectory: true) }
        public var caches: URL { library.appendingPathComponent("Caches", isDirectory: true) }
        public var temporary: URL { home.appendingPathComponent("tmp", isDirectory: true) }

        /// What makes a process of its own keep its files here: Foundation goes by these.
        public var environment: [String: String] {
            [
                "CFFIXED_USER_HOME": home.path, "XDG_CACHE_HOME": caches.path,
                "TMPDIR": temporary.path,
            ]
        }

        func create() throws {
            for folder in [documents, caches, temporary] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
            }
        }
    }
}

/// What the phone's apps keep their files in: folders that are gone with the phone.
final class PhoneStorage {
    private let root = FileManager.default.temporaryDirectory
        .appendingPathComponent("sori-phone-\(UUID().uuidString)", isDirectory: true)
    private var count = 0

    /// - Parameter home: A folder of somebody else's, which stays.
    func container(at home: URL?) -> SimulatedPhone.Container {
        count += 1
        return SimulatedPhone.Container(
            home ?? root.appendingPathComponent("\(count)", isDirectory: true))
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }
}
