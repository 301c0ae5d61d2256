/// The folder of what the programs of this user keep between their runs, `sori` in
/// `$XDG_STATE_HOME`; `nil` where neither that nor a home is known. It need not exist.
///
/// Source: XDG Base Directory Specification 0.8, `XDG_STATE_HOME`.
package func userStateFolder(_ environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/sori" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/sori"
}
