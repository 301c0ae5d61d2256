extension ConformanceReport {
    /// The report as Markdown; equal measurements give the same bytes.
    package var markdown: String {
        var lines = [
            "# What was measured", "",
            "Printed by `sori conformance`, and compared with a fresh measurement by the tests.",
            "Nothing here is taken from the rules: every cell is a phone of its own in virtual time,",
            "whose apps sound a constant; what is said of it was found in the samples that came out",
            "and in what the apps were told. Profile 17, both volumes at full.", "",
            "A level is what an app's samples are multiplied by. \u{201C}Silent\u{201D} is below "
                + "-80 dB with nobody told, \u{201C}interrupted\u{201D} is silence",
            "of which the app was told, \u{201C}refused\u{201D} is the code with which it could not "
                + "begin.",
        ]
        for table in tables {
            lines += ["", "## \(table.title)", "", table.note, ""]
            lines.append(row([table.subject] + table.columns))
            lines.append(row(Array(repeating: "---", count: table.columns.count + 1)))
            for entry in table.rows { lines.append(row([entry.name] + entry.cells.map(\.text))) }
        }
        return lines.joined(separator: "\n") + "\n"
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
