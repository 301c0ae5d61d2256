import CoreFoundation
import Glibc

/// The folder of what the programs of this user keep between their runs, `sori` in
/// `$XDG_STATE_HOME`; `nil` where neither that nor a home is known. It need not exist.
///
/// Source: XDG Base Directory Specification 0.8, `XDG_STATE_HOME`.
package func userStateFolder(_ environment: (String) -> String?) -> String? {
    if let state = environment("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/sori" }
    guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/sori"
}

/// Makes a folder and those above it that are missing, for this user alone.
///
/// - Parameter path: An absolute path.
/// - Returns: The system's `errno`; zero where the folder is there.
package func makeFolders(_ path: String) -> Int32 {
    var made = ""
    var number: Int32 = 0
    for part in path.split(separator: "/") {
        made += "/" + part
        if mkdir(made, 0o700) != 0 { number = errno }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return number }
    return status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
}
