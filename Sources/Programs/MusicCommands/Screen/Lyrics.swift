/// The words of a song, with the time of each line where the text has it.
///
/// Source: the LRC format as players read it: `[mm:ss.xx]` before a line, several of them for a
/// line that is repeated, `[offset:+ms]` and other tags in lines of their own.
package struct Lyrics: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        /// Seconds; `nil` for lyrics without times.
        package var seconds: Double?
        package var text: String
    }

    /// The lines, by time when they have any.
    package let lines: [Line]
    package let isTimed: Bool

    /// Most lines that are kept.
    private static let linesMax = 10_000
    /// Most times that stand before one line.
    private static let timesMax = 64

    package init(_ text: String) {
        var plain: [Line] = []
        var timed: [Line] = []
        var offset = 0.0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .prefix(Self.linesMax)
        {
            var rest = line.drop { $0 == " " || $0 == "\u{FEFF}" }
            var times: [Double] = []
            while times.count < Self.timesMax, let (time, after) = Self.time(at: rest) {
                times.append(time)
                rest = after
            }
            if times.isEmpty, let (name, value) = Self.tag(in: rest) {
                if name == "offset", let milliseconds = Double(value), milliseconds.isFinite {
                    offset = milliseconds / 1000
                }
                continue
            }
            let words = Self.withoutWordTimes(rest)
            timed += times.map { Line(seconds: $0, text: words) }
            if times.isEmpty { plain.append(Line(seconds: nil, text: words)) }
        }
        isTimed = !timed.isEmpty
        guard isTimed else {
            while plain.last?.text.isEmpty == true { plain.removeLast() }
            lines = plain
            return
        }
        // A positive offset shows the lines earlier.
        lines = timed.prefix(Self.linesMax).enumerated().map { index, line in
            (index, Line(seconds: max((line.seconds ?? 0) - offset, 0), text: line.text))
        }
        .sorted { ($0.1.seconds ?? 0, $0.0) < ($1.1.seconds ?? 0, $1.0) }.map(\.1)
    }

    /// The index of the line at a position; `nil` before the first one, and for lyrics without times.
    package func lineIndex(at seconds: Double) -> Int? {
        guard isTimed else { return nil }
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if (lines[middle].seconds ?? 0) <= seconds { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }

    /// The first of `rows` lines to show: the line that is sung in the middle, or lyrics without
    /// times in proportion to the position.
    package func firstLine(at seconds: Double, of duration: Double, rows: Int) -> Int {
        let last = max(lines.count - rows, 0)
        if isTimed { return min(max((lineIndex(at: seconds) ?? 0) - rows / 2, 0), last) }
        guard duration > 0, seconds.isFinite else { return 0 }
        let middle = Double(lines.count) * min(max(seconds / duration, 0), 1)
        return min(max(Int(middle) - rows / 2, 0), last)
    }

    /// A time in brackets, and the text behind it.
    private static func time(at text: Substring) -> (Double, Substring)? {
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        let inside = text[text.index(after: text.startIndex)..<end]
        guard let seconds = seconds(inside) else { return nil }
        return (seconds, text[text.index(after: end)...])
    }

    /// `mm:ss`, `mm:ss.xx`, `mm:ss:xx`, `hh:mm:ss.xx`.
    private static func seconds(_ text: Substring) -> Double? {
        guard text.utf8.count <= 16, text.utf8.allSatisfy({ (0x2E...0x3A).contains($0) }) else {
            return nil
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3 else { return nil }
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count else { return nil }
        if numbers.count == 2 { return numbers[0] * 60 + numbers[1] }
        // Two digits behind a second colon are hundredths, unless there is a point.
        return parts[2].contains(".")
            ? numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
            : numbers[0] * 60 + numbers[1] + numbers[2] / 100
    }

    /// The name and the value of a tag such as `[ar:…]`; nil for words in brackets.
    private static func tag(in text: Substring) -> (name: String, value: String)? {
        guard text.first == "[", text.last == "]", let colon = text.firstIndex(of: ":") else {
            return nil
        }
        let name = text[text.index(after: text.startIndex)..<colon].lowercased()
        guard tags.contains(name) else { return nil }
        let value = text[text.index(after: colon)...].dropLast().filter { $0 != " " && $0 != "+" }
        return (name, value)
    }

    private static let tags: Set = [
        "ar", "al", "ti", "au", "by", "re", "ve", "length", "la", "offset", "#", "tool",
    ]

    /// The line without the times of its words, `<mm:ss.xx>`.
    private static func withoutWordTimes(_ text: Substring) -> String {
        var words = ""
        var rest = text
        while let start = rest.firstIndex(of: "<") {
            words += rest[..<start]
            let inside = rest[rest.index(after: start)...]
            if let end = inside.firstIndex(of: ">"), seconds(inside[..<end]) != nil {
                rest = inside[inside.index(after: end)...].drop { $0 == " " }
            } else {
                words.append("<")
                rest = inside
            }
        }
        words += rest
        return String(words.drop { $0 == " " })
    }
}
