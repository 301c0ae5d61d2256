import DesktopEntries

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

/// Source: proc(5): the field behind the state, which follows the last parenthesis.
private func parent(of process: Int32) -> Int32? {
    guard let text = processFile("stat", of: process), let end = text.lastIndex(of: ")") else {
        return nil
    }
    let fields = text[text.index(after: end)...].split(separator: " ")
    return fields.count > 1 ? Int32(fields[1]) : nil
}
