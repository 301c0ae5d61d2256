package import Foundation
import Glibc
import Synchronization

/// The identifiers of the vendors of a device's apps: one for all apps of a vendor. Any thread.
///
/// Source: Apple, `UIDevice.identifierForVendor`.
package final class VendorIdentifiers: Sendable {
    private let known = Mutex<[String: UUID]>([:])

    package init() {}

    /// The identifier of a vendor; a new one at the first question.
    package func identifier(of vendor: String) -> UUID {
        known.withLock { known in
            let identifier = known[vendor] ?? UUID()
            known[vendor] = identifier
            return identifier
        }
    }

    /// Forgets a vendor after the removal of its last app.
    package func forget(_ vendor: String) { known.withLock { $0[vendor] = nil } }

    /// Forgets all vendors.
    package func forgetAll() { known.withLock { $0 = [:] } }

    /// The vendor of an app: its bundle identifier without the last component.
    package static func vendor(of identifier: String) -> String {
        guard let dot = identifier.lastIndex(of: "."), dot > identifier.startIndex else {
            return identifier
        }
        return String(identifier[..<dot])
    }
}

/// The identifier of an app's vendor. Any thread.
package final class VendorIdentity: Sendable {
    private let ask: @Sendable () -> UUID?

    /// The identity of a simulated app.
    package init(vendor: String, _ identifiers: VendorIdentifiers) {
        ask = { identifiers.identifier(of: vendor) }
    }

    private init(_ ask: @escaping @Sendable () -> UUID?) { self.ask = ask }

    /// The identifier; `nil` where none can be kept.
    package var identifier: UUID? { ask() }

    /// The identity of this process, which the user's data folder keeps.
    package static let process: VendorIdentity = {
        let identifier = Bundle.main.infoDictionary?["CFBundleIdentifier"] as? String
        let vendor = VendorIdentifiers.vendor(
            of: identifier ?? ProcessInfo.processInfo.processName)
        return VendorIdentity { kept(vendor) }
    }()

    /// The folder of the identifiers: `SORI_VENDORS`, where a phone that runs the program keeps them,
    /// or one among the user's data.
    ///
    /// Source: XDG Base Directory Specification 0.8, `XDG_DATA_HOME`.
    private static var folder: String? {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["SORI_VENDORS"], folder.hasPrefix("/") { return folder }
        if let home = environment["XDG_DATA_HOME"], home.hasPrefix("/") {
            return home + "/sori/vendors"
        }
        return environment["HOME"].map { $0 + "/.local/share/sori/vendors" }
    }

    private static func kept(_ vendor: String) -> UUID? {
        let name = vendor.replacing("/", with: "_").prefix(200)
        guard let folder, !name.isEmpty, name != ".", name != ".." else { return nil }
        let path = "\(folder)/\(name)"
        if let identifier = read(path) { return identifier }
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // If several processes make it at the same time, the first one names the file.
        let own = "\(path).\(UUID().uuidString)"
        defer { unlink(own) }
        guard (try? Data(UUID().uuidString.utf8).write(to: URL(fileURLWithPath: own))) != nil else {
            return nil
        }
        _ = link(own, path)
        if let identifier = read(path) { return identifier }
        // A damaged file would leave the vendor without an identifier from now on.
        rename(own, path)
        return read(path)
    }

    private static func read(_ path: String) -> UUID? {
        (try? String(contentsOfFile: path, encoding: .utf8)).flatMap { UUID(uuidString: $0) }
    }
}
