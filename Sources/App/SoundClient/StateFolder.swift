/// The folder of what Sori's programs keep between their runs; `nil` without a home.
///
/// - Parameter environment: Looks up a variable.
///
/// Source: XDG Base Directory Specification 0.8, `XDG_STATE_HOME`.
package func stateFolder(_ environment: (String) -> String?) -> String? {
    if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") { return folder + "/sori" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/sori"
}
