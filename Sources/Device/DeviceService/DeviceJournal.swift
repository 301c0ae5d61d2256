/// The last decisions of a service, as lines of text; the oldest go when there are more than
/// `linesMax`.
package struct DeviceJournal {
    static let linesMax = 2_000
    private var lines: [String] = []
    private var first = 0
    /// How many lines were ever added.
    private(set) var count = 0

    mutating func add(_ line: String) {
        count += 1
        if lines.count < Self.linesMax {
            lines.append(line)
        } else {
            lines[first] = line
            first = (first + 1) % Self.linesMax
        }
    }

    /// The last `count` lines, oldest first.
    package func last(_ count: Int) -> [String] {
        let ordered = lines[first...] + lines[..<first]
        return Array(ordered.suffix(max(count, 0)))
    }
}
