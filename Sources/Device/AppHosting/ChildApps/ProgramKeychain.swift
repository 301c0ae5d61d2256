import Foundation
import Glibc

/// The keychain of the programs on the phones of this process: a file for all of them, which is
/// removed when the process ends.
enum ProgramKeychain {
    /// The folder of the file; `nil` where none can be made.
    private static let folder: String? = {
        let ofSession = hostEnvironment()["XDG_RUNTIME_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        guard
            let folder = [ofSession, "/tmp"].lazy.compactMap({ $0.flatMap(made(in:)) }).first
        else { return nil }
        atexit { ProgramKeychain.remove() }
        return folder
    }()

    /// Makes a folder for this process; `nil` where that is not possible.
    private static func made(in parent: String) -> String? {
        var template = Array("\(parent)/sori-keychain-XXXXXX".utf8CString)
        let isThere = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        guard isThere else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func remove() {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Lets a program keep its items there, unless its user has said where.
    static func add(to environment: inout [String: String]) {
        guard environment["SORI_KEYCHAIN"] == nil, let folder else { return }
        environment["SORI_KEYCHAIN"] = "file:\(folder)/items.plist"
    }
}
