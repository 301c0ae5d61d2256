package import DBus

extension MPRIS {
    /// The programs that may control a player.
    static let access = DBusAccess.permitted(DBusAllowances.music)
}

extension MediaControlsService {
    /// What the device's configuration allows sandboxed programs.
    ///
    /// - Parameters:
    ///   - environment: The values of environment variables, which name the folder of the file.
    ///   - refused: Receives what was refused, on a thread of the bus.
    package static func configuredAccess(
        _ environment: @escaping @Sendable (String) -> String?,
        refused: @escaping @Sendable (_ message: String) -> Void
    ) -> DBusAccessPolicy {
        DBusAccessPolicy(
            allowances: { DBusAllowances(filesAt: DBusAllowances.standardPaths(environment)) },
            refused: refused)
    }
}
