import CoreFoundation
import Glibc

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
