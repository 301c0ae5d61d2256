/// Puts labelled marks into rows so that no label covers another, or another mark's leader.
///
/// Rows count from the top. A mark's leader runs from its label straight down past all lower rows.
package struct LabelRows {
    /// Where one label went. Its text begins (or, when `isLeftward`, ends) at the mark.
    package struct Position: Equatable {
        package var row: Int
        package var label: String
        package var isLeftward: Bool
    }

    private struct Placed {
        var row: Int
        var mark: Double
        var from: Double
        var to: Double
    }

    let rowsMax: Int
    private(set) var rowCount = 0
    private let left: Double
    private let right: Double
    private let gap: Double
    private let fontSize: Double
    /// Between a mark and its text.
    private let distance: Double = 4
    private var placed: [Placed] = []

    package init(
        rowsMax: Int, from left: Double, to right: Double, gap: Double, fontSize: Double = 11
    ) {
        self.fontSize = fontSize
        self.rowsMax = rowsMax
        self.left = left
        self.right = right
        self.gap = gap
    }

    /// Places the next label, whichever side of the others its mark is on; those that are placed
    /// first have the most room.
    ///
    /// - Parameter labels: What may be written, the most wanted first.
    /// - Returns: `nil` when there is no room: the mark stays without its label.
    package mutating func place(mark: Double, labels: [String]) -> Position? {
        for label in labels {
            let width = Self.width(of: label, fontSize: fontSize) + distance
            let rightward = (from: mark, to: mark + width + gap)
            let leftward = (from: mark - width - gap, to: mark)
            for row in 0..<rowsMax {
                if mark + width <= right, isFree(rightward, mark: mark, row: row) {
                    let place = Position(row: row, label: label, isLeftward: false)
                    return take(rightward, mark: mark, place)
                }
                if mark + width > right, mark - width >= left,
                    isFree(leftward, mark: mark, row: row)
                {
                    return take(
                        leftward, mark: mark, Position(row: row, label: label, isLeftward: true))
                }
            }
        }
        return nil
    }

    private func isFree(_ extent: (from: Double, to: Double), mark: Double, row: Int) -> Bool {
        !placed.contains { other in
            if other.row == row { return other.from < extent.to && extent.from < other.to }
            // My leader through a lower label, or an upper label's leader through mine.
            if other.row > row { return other.from < mark && mark < other.to }
            return extent.from < other.mark && other.mark < extent.to
        }
    }

    private mutating func take(
        _ extent: (from: Double, to: Double), mark: Double, _ place: Position
    ) -> Position {
        placed.append(Placed(row: place.row, mark: mark, from: extent.from, to: extent.to))
        rowCount = max(rowCount, place.row + 1)
        return place
    }

    /// How wide a text is at most, nearly: there are no font metrics here.
    package static func width(of text: String, fontSize: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 0.58 : 1.05) } * fontSize
    }
}
