package import CommandLineTool
import Simulation
import Terminal

/// A line of a screen with one style.
package struct ScreenLine: Hashable, Sendable {
    package var text: String
    package var look: Look

    package enum Look: Hashable, Sendable {
        case plain
        case faint
        case striking
        case title
        case foot
    }

    package init(_ text: String, _ look: Look = .plain) {
        self.text = text
        self.look = look
    }

    package static func plain(_ text: String) -> ScreenLine { ScreenLine(text) }

    /// The line without control characters, at most `width` columns wide.
    package func cut(to width: Int) -> ScreenLine {
        let shown = printable(text)
        return ScreenLine(
            shown.count > width ? String(shown.prefix(max(width - 1, 0))) + "~" : shown, look)
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
        guard inColor, let style else { return text }
        return "\u{1B}[\(style)m\(text)\u{1B}[0m"
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
