import Glibc
import HostLinux

/// Begins to connect the output of `sori play` before the arguments are parsed and the file is read.
/// Does nothing when the arguments name another command or output, or ask for help or the version.
///
/// - Parameter arguments: The process's arguments, `count` C strings. They are compared in place:
///   making the first Swift strings and arrays of a process takes time.
package func prepareOutput(
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int
) {
    guard count > 2, let command = arguments[1], strcmp(command, "play") == 0 else { return }
    for index in 2..<count {
        guard let word = arguments[index] else { continue }
        if strncmp(word, "--output", 8) == 0 { return }
        if strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 { return }
        if strcmp(word, "--version") == 0 { return }
    }
    HostLinux.prepareOutput()
}
