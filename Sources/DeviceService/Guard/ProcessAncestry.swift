import Foundation

/// A process and those that have started it, from the process on; at most eight.
///
/// A browser plays in a process that it has started for the purpose.
func processAncestry(of process: Int32) -> [Int32] {
    var found: [Int32] = []
    var next = process
    while next > 1, found.count < 8, !found.contains(next) {
        found.append(next)
        next = parent(of: next) ?? 0
    }
    return found
}

/// The file name of the program that a process runs.
func executableName(ofProcess process: Int32) -> String? {
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
    return path?.split(separator: "/").last.map(String.init)
}

/// Source: proc(5): the field behind the state, which follows the last parenthesis.
private func parent(of process: Int32) -> Int32? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat"),
        let end = data.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: data[data.index(after: end)...], as: UTF8.self)
        .split(separator: " ")
    return fields.count > 1 ? Int32(fields[1]) : nil
}
