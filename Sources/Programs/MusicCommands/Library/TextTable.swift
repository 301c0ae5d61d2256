import CommandLineTool
import Glibc
import Terminal

/// Rows of text in columns: fitted to a terminal's width, or separated by tabs where there is no
/// terminal.
package struct TextTable {
    package struct Column {
        package var name: String
        /// How the column shares what room there is; 0 for one that is never cut.
        package var weight: Int
        package var isNumber: Bool

        package init(_ name: String, weight: Int = 0, isNumber: Bool = false) {
            self.name = name
            self.weight = weight
            self.isNumber = isNumber
        }
    }

    private let columns: [Column]
    /// Columns of the terminal; nil where there is none.
    private let width: Int?
    private var widths: [Int] = []
    private var hasBegun = false

    private static let gap = 2
    /// Least width of a column that is cut.
    private static let widthMin = 6

    package init(_ columns: [Column], width: Int?) {
        self.columns = columns
        self.width = width
    }

    /// The width of the terminal on standard output; nil where there is none.
    package static var terminalWidth: Int? {
        isatty(STDOUT_FILENO) == 1 ? RawTerminal.width(STDOUT_FILENO) : nil
    }

    /// The text of the next rows; the first of them decide how wide the columns are.
    package mutating func text(_ rows: [[String]]) -> String {
        guard let width else {
            return rows.map { row in
                row.map { printable($0) }.joined(separator: "\t") + "\n"
            }.joined()
        }
        var text = ""
        if !hasBegun {
            hasBegun = true
            widths = fitted(rows, width)
            text += line(columns.map { $0.name.uppercased() })
        }
        return text + rows.map(line).joined()
    }

    private func fitted(_ rows: [[String]], _ width: Int) -> [Int] {
        var natural = columns.map { $0.name.columnCount }
        for row in rows {
            for (index, cell) in row.enumerated() {
                natural[index] = max(natural[index], printable(cell).columnCount)
            }
        }
        let gaps = Self.gap * (columns.count - 1)
        let total = { (widths: [Int]) in widths.reduce(0, +) + gaps }
        var widths = natural
        // The widest for its weight gives way, until all have room.
        while total(widths) > width {
            let candidates = columns.indices.filter {
                columns[$0].weight > 0 && widths[$0] > Self.widthMin
            }
            let widest = candidates.max {
                widths[$0] * columns[$1].weight < widths[$1] * columns[$0].weight
            }
            guard let widest else { break }
            widths[widest] -= 1
        }
        return widths
    }

    private func line(_ cells: [String]) -> String {
        var line = ""
        for (index, cell) in cells.enumerated() {
            if index > 0 { line += String(repeating: " ", count: Self.gap) }
            let text = Self.cut(printable(cell), to: widths[index])
            let blanks = String(repeating: " ", count: max(widths[index] - text.columnCount, 0))
            line += columns[index].isNumber ? blanks + text : text + blanks
        }
        return line.trimmingEnd() + "\n"
    }

    /// A text cut to a number of columns, with an ellipsis where it was cut.
    package static func cut(_ text: String, to width: Int) -> String {
        guard text.columnCount > width else { return text }
        var result = ""
        var count = 0
        for character in text {
            let next = String(character).columnCount
            guard count + next <= width - 1 else { break }
            result.append(character)
            count += next
        }
        return width > 0 ? result + "…" : ""
    }
}
