package import Foundation

/// A new folder that is removed with this object.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("sori-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    package var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// Path of a file in the folder.
    package func file(_ name: String) -> String { path + "/" + name }
}
