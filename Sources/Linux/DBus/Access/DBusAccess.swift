/// Which programs may call a method, or read or set a property, of an exported object.
///
/// Every method and every setter has one: there is no default. The one place that decides by it is
/// `AccessRule`.
package struct DBusAccess: Sendable {
    /// The permission that a sandboxed program needs; `nil` for none.
    let permission: @Sendable ([DBusValue]) -> String?

    /// Every program on the bus may.
    package static let everyone = DBusAccess { _ in nil }

    /// Programs outside of sandboxes may, and sandboxed ones that are allowed this.
    ///
    /// - Parameter word: The permission, as the configuration has it: `music`.
    package static func permitted(_ word: String) -> DBusAccess { DBusAccess { _ in word } }

    /// The permission depends upon the arguments of the call.
    package static func permitted(
        by word: @escaping @Sendable ([DBusValue]) -> String
    ) -> DBusAccess {
        DBusAccess { word($0) }
    }
}

/// How a connection treats the calls of sandboxed programs.
package struct DBusAccessPolicy: Sendable {
    /// What sandboxed programs are allowed. Asked once for each connection of such a program, on any
    /// thread.
    package var allowances: @Sendable () -> DBusAllowances
    /// Receives what was refused, on the connection's thread: the first time that a program is
    /// refused a method, and then the second, the fourth, the eighth time and so on.
    package var refused: @Sendable (_ message: String) -> Void

    package init(
        allowances: @escaping @Sendable () -> DBusAllowances = { DBusAllowances() },
        refused: @escaping @Sendable (_ message: String) -> Void = { _ in }
    ) {
        self.allowances = allowances
        self.refused = refused
    }
}

/// What sandboxed programs are allowed, by their names.
package struct DBusAllowances: Hashable, Sendable {
    /// The name of every sandboxed program that has no identifier.
    package static let unidentified = "unidentified"
    /// The permission for everything.
    package static let all = "all"
    /// The permission to control the music player, and what other apps play.
    package static let music = "music"
    /// The keyword of the line of a configuration.
    package static let keyword = "allow"

    private var permissions: [String: Set<String>] = [:]

    package init() {}

    package mutating func allow(_ program: String, _ words: some Sequence<String>) {
        permissions[program, default: []].formUnion(words)
    }

    package func contains(_ word: String, for program: String) -> Bool {
        guard let words = permissions[program] else { return false }
        return words.contains(word) || words.contains(Self.all)
    }
}
