import Glibc

/// The beginning of a text in the folder that `/proc` has of a process: `stat`, `cgroup`.
package func processFile(_ name: String, of process: Int32) -> String? {
    let byteCountMax = 1 << 14
    let file = open("/proc/\(process)/\(name)", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // Its size is not known before it is read.
    var bytes = [UInt8](repeating: 0, count: byteCountMax)
    var count = 0
    while count < bytes.count {
        let added = bytes[count...].withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        guard added >= 0 else { return nil }
        if added == 0 { break }
        count += added
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// The program that a process runs, also one that has been replaced or removed since.
package func executablePath(of process: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/\(process)/exe", &bytes, bytes.count)
    guard count > 0 else { return nil }
    let path = String(decoding: bytes.prefix(count), as: UTF8.self)
    let suffix = " (deleted)"
    return path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path
}

/// The file name of the program that a process runs.
package func executableName(of process: Int32) -> String? {
    executablePath(of: process)?.split(separator: "/").last.map(String.init)
}

/// The name by which a process was started: `pw-play` where the program's file is `pw-cat`.
///
/// The first argument counts only where the kernel has the same name, which is of the file or the
/// link that was started, cut to 15 bytes: a process may write anything into its arguments.
package func commandName(of process: Int32) -> String? {
    guard let arguments = processFile("cmdline", of: process),
        let comm = processFile("comm", of: process)?.dropLast(),
        let path = arguments.split(separator: "\0", maxSplits: 1).first,
        let name = path.split(separator: "/").last, !comm.isEmpty
    else { return nil }
    return name.utf8.prefix(15).elementsEqual(comm.utf8) ? String(name) : nil
}
