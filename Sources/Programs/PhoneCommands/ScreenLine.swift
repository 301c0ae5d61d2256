package import CommandLineTool
package import Simulation
import Terminal

/// A line of a screen with one style.
package struct ScreenLine: Hashable, Sendable {
    package var text: String
    package var look: Look

    /// Parts of the text in colours, from left to right, without overlaps.
    package var marks: [Mark]

    package enum Look: Hashable, Sendable {
        case plain
        case faint
        case striking
        case title
        case foot
    }

    /// A part of a line in a colour.
    package struct Mark: Hashable, Sendable {
        /// Positions of its characters in the line.
        package var range: Range<Int>
        package var style: TextPaint.Style
    }

    package init(_ text: String, _ look: Look = .plain, marks: [Mark] = []) {
        self.text = text
        self.look = look
        self.marks = marks
    }

    package static func plain(_ text: String) -> ScreenLine { ScreenLine(text) }

    /// The line without control characters, at most `width` columns wide.
    package func cut(to width: Int) -> ScreenLine {
        let shown = printable(text)
        return ScreenLine(
            shown.count > width ? String(shown.prefix(max(width - 1, 0))) + "~" : shown, look,
            marks: marks)
    }

    fileprivate var isBar: Bool { look == .title || look == .foot }

    /// The line as a terminal takes it. A bar fills the whole width.
    fileprivate func written(inColor: Bool, width: Int) -> String {
        let text = self.text.padded(to: isBar && inColor ? width : 0)
        let style: String? =
            switch look {
            case .plain: nil
            case .faint: "2"
            case .striking: "1"
            case .title, .foot: "7"
            }
        guard inColor else { return text }
        let characters = Array(text)
        var written = ""
        var end = 0
        func add(_ range: Range<Int>, _ style: String?) {
            let text = String(characters[range])
            guard !text.isEmpty else { return }
            written += style.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
        }
        for mark in marks where mark.style != .plain && mark.range.lowerBound >= end {
            let range = mark.range.clamped(to: end..<max(characters.count, end))
            guard !range.isEmpty else { continue }
            add(end..<range.lowerBound, style)
            add(range, mark.style.rawValue)
            end = range.upperBound
        }
        add(end..<characters.count, style)
        return written
    }
}

extension ScreenLine {
    /// Lines that were broken at blanks from a text with styled parts.
    ///
    /// - Parameter parts: The text that `lines` have, in order.
    package static func lines(
        _ lines: [String], _ look: Look, parts: [(text: String, style: TextPaint.Style)]
    ) -> [ScreenLine] {
        // Breaking a line changes only blanks.
        var styles = parts.flatMap { part in
            part.text.compactMap { $0 == " " ? nil : part.style }
        }[...]
        return lines.map { line in
            var marks: [Mark] = []
            for (position, character) in line.enumerated() where character != " " {
                guard let style = styles.popFirst() else { break }
                if let last = marks.last, last.style == style {
                    marks[marks.count - 1].range = last.range.lowerBound..<position + 1
                } else {
                    marks.append(Mark(range: position..<position + 1, style: style))
                }
            }
            return ScreenLine(line, look, marks: marks.filter { $0.style != .plain })
        }
    }
}

/// Updates a terminal: one write per frame, with only the lines that have changed.
package struct ScreenWriter {
    private let output: any TextSink
    private let isColored: Bool
    private var shown: [ScreenLine] = []
    private var width = 0

    package init(_ output: any TextSink, isColored: Bool) {
        self.output = output
        self.isColored = isColored
    }

    /// Draws everything again the next time.
    package mutating func forget() { shown = [] }

    /// - Parameter width: The terminal's width; everything is drawn again when it changes.
    package mutating func show(_ lines: [ScreenLine], width: Int) {
        var text = ""
        if width != self.width || lines.count != shown.count {
            text += "\u{1B}[2J"
            shown = []
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line.written(inColor: isColored, width: width))"
            // A full line leaves the cursor in its last column, which erasing would clear.
            let isFull = line.text.count >= width || line.isBar && isColored
            if !isFull { text += "\u{1B}[K" }
        }
        (shown, self.width) = (lines, width)
        guard !text.isEmpty else { return }
        // Terminals that support synchronised output show all of it at once; others ignore the
        // sequences.
        output.write("\u{1B}[?2026h" + text + "\u{1B}[?2026l")
    }
}
