import AudioModel
import SoundPolicy

/// The measured behaviour of every category with every option under every condition. Each cell is a
/// separate phone with rendered and measured samples.
package struct ConformanceReport: Hashable, Sendable {
    package var tables: [ConformanceTable]
    /// The names of what played the sounds of the measurements.
    package var sources: [String] = []
    /// The cells in which the sources do not agree, one line each.
    package var differences: [String] = []

    package init(tables: [ConformanceTable]) {
        self.tables = tables
    }
}

package struct ConformanceTable: Hashable, Sendable {
    package var title: String
    /// The steps before the measurement, in a sentence or two.
    package var note: String
    /// The heading of the first column.
    package var subject: String
    package var columns: [String]
    package var rows: [Row]

    package struct Row: Hashable, Sendable {
        package var name: String
        package var cells: [ConformanceCell]
    }

    /// The cell in a row and column; `nil` if either does not exist.
    package func cell(_ row: String, _ column: String) -> ConformanceCell? {
        guard let index = columns.firstIndex(of: column) else { return nil }
        return rows.first { $0.name == row }?.cells[index]
    }
}

extension ConformanceReport {
    /// Measures all tables, with some thousand short-lived phones.
    package static func measured(with source: ConformanceSource = .queue) -> ConformanceReport {
        let accepted = ConformanceSubject.all.filter { subject in
            ConformanceBench(source).open(subject, "Subject").ask()
        }
        return ConformanceReport(tables: [
            requests(source),
            table(
                source, .byItself, accepted, "By itself",
                """
                One app in front, with the audio background mode unless it says otherwise, plays
                steadily; then what heads the column happens. In a column that records, it records
                instead of playing; in the last, only its system sound plays.
                """),
            table(
                source, .beside, accepted, "Beside another",
                "Another app sounds already, in the background by now, when this one begins."),
            table(
                source, .routes, accepted, "Routes",
                "Where the sound of an active session goes, and where its input comes from, with "
                    + "this attached."),
            matrix(source),
            outputs(source),
        ])
    }

    private enum Group {
        case byItself, beside, routes

        var conditions: [ConformanceCondition] {
            switch self {
            case .byItself: ConformanceCondition.byItself
            case .beside: ConformanceCondition.beside
            case .routes: ConformanceCondition.routes
            }
        }
    }

    private static func table(
        _ source: ConformanceSource, _ group: Group, _ subjects: [ConformanceSubject],
        _ title: String, _ note: String
    ) -> ConformanceTable {
        let conditions = group.conditions
        return ConformanceTable(
            title: title, note: note, subject: "category and options",
            columns: conditions.map(\.name),
            rows: subjects.map { subject in
                .init(name: subject.name, cells: conditions.map { $0.measure(subject, source) })
            })
    }

    /// The options and modes that each category accepts.
    private static func requests(_ source: ConformanceSource) -> ConformanceTable {
        let options = SessionOptions.named
        let modes = SessionMode.allCases.filter { $0 != .default }
        return ConformanceTable(
            title: "Requests", note: "What each category takes: each option, then each mode.",
            subject: "category",
            columns: options.map(\.name) + modes.map(\.rawValue),
            rows: SessionCategory.allCases.map { category in
                let asked =
                    options.map { ConformanceSubject(category, options: $0.option) }
                    + modes.map { ConformanceSubject(category, mode: $0) }
                return .init(name: category.rawValue, cells: asked.map { request($0, source) })
            })
    }

    private static func request(
        _ subject: ConformanceSubject, _ source: ConformanceSource
    ) -> ConformanceCell {
        let app = ConformanceBench(source).open(subject, "Subject")
        let isTaken = app.ask()
        return ConformanceCell(itself: isTaken ? MeasuredSound(.taken) : app.measurement)
    }

    /// The output port of each kind of sound.
    private static func outputs(_ source: ConformanceSource) -> ConformanceTable {
        let attached: [(name: String, port: Port?)] = [
            ("nothing", nil), ("headphones", .headphones), ("bluetooth-a2dp", Port(.bluetoothA2DP)),
        ]
        let kinds = StreamKind.allCases.filter { $0 != .recorder }
        return ConformanceTable(
            title: "Kinds of sound", note: "Where each comes out, with this attached, and no call.",
            subject: "kind", columns: attached.map(\.name),
            rows: kinds.map { kind in
                .init(
                    name: kind.rawValue,
                    cells: attached.map { _, port in
                        let bench = ConformanceBench(source)
                        if let port { bench.send(.portPlugged(port)) }
                        return ConformanceCell(route: Route(outputs: bench.outputs(of: kind)))
                    })
            })
    }

    private static func matrix(_ source: ConformanceSource) -> ConformanceTable {
        ConformanceTable(
            title: "A against B",
            note: """
                A, named by the row, is active and plays; then B, named by the column, in another
                app, becomes active and plays. \u{201C}Other\u{201D} is A.
                """,
            subject: "A",
            columns: ActivationMatrix.beginning.map(\.name),
            rows: ActivationMatrix.sounding.map { a in
                .init(
                    name: a.name,
                    cells: ActivationMatrix.beginning.map {
                        ConformanceCell(of: $0, joining: a, source)
                    })
            })
    }
}
