import AudioModel

extension ConformanceReport {
    /// The report as Markdown; equal measurements give the same bytes.
    package var markdown: String {
        var lines = [
            "# What was measured", "",
            "Printed by `sori conformance`, and compared with a fresh measurement by the tests.",
            "Nothing here is taken from the rules: every cell is a separate phone in virtual "
                + "time with",
            "apps that play a constant signal. The values come from its output samples and "
                + "from the",
            "notifications of its apps. Profile 17, both volumes at full scale.",
            "",
            "A level is the gain from an app's samples to the output. \u{201C}Silent\u{201D} "
                + "is below -80 dB without",
            "a notification, \u{201C}interrupted\u{201D} is silence with a notification of "
                + "an interruption, \u{201C}refused\u{201D}",
            "gives the error code.",
        ]
        if !sources.isEmpty {
            lines += ["", "Every cell was measured with \(listed(sources)), one after the other."]
            lines.append(
                differences.isEmpty
                    ? "They agree in all of them." : "They do not agree in these:")
            if !differences.isEmpty { lines += [""] + differences.map { "- " + $0 } }
        }
        for table in tables {
            lines += ["", "## \(table.title)", "", table.note, ""]
            lines.append(row([table.subject] + table.columns))
            lines.append(row(Array(repeating: "---", count: table.columns.count + 1)))
            for entry in table.rows { lines.append(row([entry.name] + entry.cells.map(\.text))) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func listed(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    private func row(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }

    /// One object per table, its cells by the names of their columns.
    package var json: JSONValue {
        .array(
            tables.map { table in
                .object([
                    ("table", .string(table.title)),
                    (
                        "rows",
                        .array(
                            table.rows.map { row in
                                .object(
                                    [("name", .string(row.name))]
                                        + zip(table.columns, row.cells).map { ($0, $1.json) })
                            })
                    ),
                ])
            })
    }
}
