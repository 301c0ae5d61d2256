package import SimulatedDevice
package import ScenarioLanguage

/// What plays the steady sound of a measurement.
package struct ConformanceSource: Sendable {
    /// The name on the page.
    package var name: String
    var kind: PlayerKind
    /// Makes the player; `nil` for a stream that the app's library starts.
    var players: (any StreamPlayerFactory)?

    package init(_ name: String, _ kind: PlayerKind, _ players: (any StreamPlayerFactory)? = nil) {
        self.name = name
        self.kind = kind
        self.players = players
    }

    /// The stream of an audio queue.
    package static let queue = ConformanceSource("an audio queue", .queue)
}

extension ConformanceReport {
    /// Measures all tables once with each source.
    ///
    /// - Returns: The tables of the first source, with the cells in which another one differs.
    package static func measured(withEach sources: [ConformanceSource]) -> ConformanceReport {
        let reports = sources.map { measured(with: $0) }
        guard var report = reports.first else { return ConformanceReport(tables: []) }
        report.sources = sources.map(\.name)
        for (source, other) in zip(sources, reports).dropFirst() {
            report.differences += report.differences(from: other, of: source.name)
        }
        return report
    }

    private func differences(from other: ConformanceReport, of name: String) -> [String] {
        // Loops, for the compiler takes seconds to find the types of such nested closures.
        var differences: [String] = []
        for (table, others) in zip(tables, other.tables) {
            for (row, otherRow) in zip(table.rows, others.rows) {
                for (column, cells) in zip(table.columns, zip(row.cells, otherRow.cells))
                where cells.0 != cells.1 {
                    differences.append(
                        "\(table.title), \(row.name), \(column): \(cells.1.text) with \(name), "
                            + "not \(cells.0.text)")
                }
            }
        }
        return differences
    }
}
