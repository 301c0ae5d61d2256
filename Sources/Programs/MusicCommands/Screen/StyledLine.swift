import CommandLineTool
import Terminal

/// A line of a screen in several styles.
package struct StyledLine: Hashable, Sendable {
    package var spans: [Span] = []

    package struct Span: Hashable, Sendable {
        package var text: String
        package var style: Style
        /// Columns that are left as they are, because a picture is there; 0 for text.
        package var gap = 0
    }

    package struct Style: Hashable, Sendable {
        package var isBold = false
        package var isFaint = false
        package var isReversed = false
        /// Colours of 24 bits.
        package var foreground: UInt32?
        package var background: UInt32?

        package init(
            bold: Bool = false, faint: Bool = false, reversed: Bool = false,
            foreground: UInt32? = nil, background: UInt32? = nil
        ) {
            isBold = bold
            isFaint = faint
            isReversed = reversed
            self.foreground = foreground
            self.background = background
        }

        package static let plain = Style()
        package static let bold = Style(bold: true)
        package static let faint = Style(faint: true)
        package static let reversed = Style(reversed: true)
    }

    package init(_ text: String = "", _ style: Style = .plain) {
        append(text, style)
    }

    /// Adds text, without characters that could steer the terminal.
    package mutating func append(_ text: String, _ style: Style = .plain) {
        guard !text.isEmpty else { return }
        spans.append(Span(text: printableInScreen(text), style: style))
    }

    /// Adds columns that are not written.
    package mutating func appendGap(_ columns: Int) {
        guard columns > 0 else { return }
        spans.append(Span(text: "", style: .plain, gap: columns))
    }

    /// The number of columns.
    package var columnCount: Int { spans.reduce(0) { $0 + $1.gap + $1.text.columnCount } }

    /// The text, with spaces for gaps.
    package var text: String {
        spans.map { String(repeating: " ", count: $0.gap) + $0.text }.joined()
    }

    /// The line cut to at most a number of columns.
    package func cut(toColumns columns: Int) -> StyledLine {
        var line = StyledLine()
        var rest = columns
        for span in spans where rest > 0 {
            if span.gap > 0 {
                line.appendGap(min(span.gap, rest))
                rest -= span.gap
            } else {
                let text = span.text.cut(toColumns: rest)
                line.append(text, span.style)
                rest -= text.columnCount
            }
        }
        return line
    }

    /// The places of the gaps: columns from the left.
    fileprivate var gaps: [Range<Int>] {
        var column = 0
        var gaps: [Range<Int>] = []
        for span in spans {
            let end = column + span.gap + span.text.columnCount
            if span.gap > 0 { gaps.append(column..<end) }
            column = end
        }
        return gaps
    }

    fileprivate func written(inColor: Bool) -> String {
        spans.map { span in
            guard span.gap == 0 else { return "\u{1B}[\(span.gap)C" }
            let codes = inColor ? span.style.codes : []
            return codes.isEmpty
                ? span.text : "\u{1B}[\(codes.joined(separator: ";"))m\(span.text)\u{1B}[0m"
        }.joined()
    }
}

extension StyledLine.Style {
    /// Parameters of "select graphic rendition".
    fileprivate var codes: [String] {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isFaint { codes.append("2") }
        if isReversed { codes.append("7") }
        for (start, colour) in [("38", foreground), ("48", background)] {
            guard let colour else { continue }
            codes.append("\(start);2;\(colour >> 16 & 255);\(colour >> 8 & 255);\(colour & 255)")
        }
        return codes
    }
}

/// Updates a terminal: only the lines that have changed, and none of the columns of a picture.
package struct StyledScreenWriter {
    private let isColored: Bool
    private var shown: [StyledLine] = []
    private var width = 0

    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// Draws everything again the next time.
    package mutating func forget() { shown = [] }

    /// - Returns: What to write, and whether the screen was cleared, and with it all pictures.
    package mutating func update(
        _ lines: [StyledLine], width: Int
    ) -> (text: String, isCleared: Bool) {
        let isCleared = width != self.width || lines.count != shown.count
        var text = ""
        if isCleared {
            text = "\u{1B}[0m\u{1B}[2J"
            shown = Array(repeating: StyledLine(), count: lines.count)
        }
        for (row, line) in lines.enumerated() where isCleared || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H"
            if !isCleared, line.gaps != shown[row].gaps { text += "\u{1B}[2K" }
            text += line.written(inColor: isColored)
            // A full line leaves the cursor in its last column, which erasing would clear.
            if line.columnCount < width { text += "\u{1B}[K" }
        }
        (shown, self.width) = (lines, width)
        return (text, isCleared)
    }
}
