import Simulation

/// One line of a screen, all of one look.
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

    /// Without what could steer a terminal, and no wider than this.
    package func cut(to width: Int) -> ScreenLine {
        let shown = printable(text)
        return ScreenLine(
            shown.count > width ? String(shown.prefix(max(width - 1, 0))) + "~" : shown, look)
    }

    fileprivate var isBar: Bool { look == .title || look == .foot }

    /// As a terminal takes it. A bar goes from edge to edge.
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

/// Keeps a whole terminal up to date: one write a frame, only of the lines that have changed.
package struct ScreenWriter {
    private let output: any TextSink
    private let isColored: Bool
    private var shown: [ScreenLine] = []
    private var width = 0

    package init(_ output: any TextSink, isColored: Bool) {
        self.output = output
        self.isColored = isColored
    }

    /// - Parameter width: Of the terminal; another than before draws everything anew.
    package mutating func show(_ lines: [ScreenLine], width: Int) {
        var text = ""
        if width != self.width || lines.count != shown.count {
            text += "\u{1B}[2J"
            shown = []
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line.written(inColor: isColored, width: width))"
            // A full line leaves the cursor on its last column, which erasing would empty.
            let isFull = line.text.count >= width || line.isBar && isColored
            if !isFull { text += "\u{1B}[K" }
        }
        (shown, self.width) = (lines, width)
        guard !text.isEmpty else { return }
        // Terminals that know how show all of it at once; others pass these over.
        output.write("\u{1B}[?2026h" + text + "\u{1B}[?2026l")
    }
}
