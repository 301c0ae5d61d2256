/// A manual page in the form of man(7), for man-db and mandoc.
package struct ManualPage: Equatable, Sendable {
    /// The file's name: `sori-play.1`.
    package var fileName: String
    package var text: String
}

extension ProgramSyntax {
    /// The pages of the program and of each command.
    package var manualPages: [ManualPage] { [programPage] + allCommands.map(page) }

    private var programPage: ManualPage {
        var page = ManualText(title: name, self)
        page.section("NAME", [ManualText.escaped("\(name) - \(summary)")])
        page.section("SYNOPSIS", [".B \(ManualText.escaped(name))", ".I COMMAND \\fR..."])
        page.section("COMMANDS")
        for command in commands { page.entry(ManualText.bold(command.name), command.summary) }
        page.section("OPTIONS")
        for option in CommandSyntax.everywhere {
            page.entry(ManualText.label(option), option.summary)
        }
        page.exitStatus(exitCodes)
        page.section("ENVIRONMENT")
        page.entry(ManualText.bold("NO_COLOR"), "turns colours off")
        page.seeAlso(commands.map { "\(name)-\($0.name)" })
        return ManualPage(fileName: "\(name).1", text: page.text)
    }

    private func page(of command: CommandSyntax) -> ManualPage {
        let title = ([name] + command.path).joined(separator: "-")
        var page = ManualText(title: title, self)
        page.section("NAME", [ManualText.escaped("\(title) - \(command.summary)")])
        page.section("SYNOPSIS", [".B \(ManualText.escaped(command.invocation))"])
        if !command.operands.name.isEmpty {
            page.lines.append(".I \(ManualText.escaped(command.operands.name))")
        }
        for option in command.options { page.lines.append(ManualText.synopsis(option)) }
        if !command.notes.isEmpty {
            page.section("DESCRIPTION")
            for (index, note) in command.notes.enumerated() {
                page.lines += (index == 0 ? [] : [".PP"]) + [ManualText.escaped(note)]
            }
        }
        if !command.commands.isEmpty || !command.choices.isEmpty {
            page.section("COMMANDS")
            for inner in command.commands {
                page.entry(ManualText.bold(inner.name), inner.summary)
            }
            for (usage, summary) in command.choices {
                page.entry(ManualText.bold(usage), summary)
            }
        }
        page.section("OPTIONS")
        for option in command.allOptions { page.entry(ManualText.label(option), option.summary) }
        page.exitStatus(exitCodes)
        let outer = ([name] + command.path).dropLast().joined(separator: "-")
        page.seeAlso([outer] + command.commands.map { "\(title)-\($0.name)" })
        return ManualPage(fileName: "\(title).1", text: page.text)
    }
}

/// The lines of a page.
private struct ManualText {
    var lines: [String]

    init(title: String, _ program: ProgramSyntax) {
        lines = [
            ".TH \(Self.escaped(title.uppercased())) 1 \(program.date) "
                + "\"\(program.name) \(program.version)\" \"User Commands\""
        ]
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func section(_ title: String, _ body: [String] = []) {
        lines += [".SH \(title)"] + body
    }

    /// A paragraph with a label, which is roff already.
    mutating func entry(_ label: String, _ text: String) {
        lines += [".TP", label, Self.escaped(text)]
    }

    mutating func exitStatus(_ codes: [(code: String, meaning: String)]) {
        section("EXIT STATUS")
        for (code, meaning) in codes { entry(Self.bold(code), meaning) }
    }

    mutating func seeAlso(_ pages: [String]) {
        section("SEE ALSO")
        for (index, page) in pages.enumerated() {
            let end = index == pages.count - 1 ? "" : ","
            lines.append(".BR \(Self.escaped(page)) (1)\(end)")
        }
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func label(_ option: OptionSyntax) -> String {
        let names = [option.shortName, option.name].compactMap { $0 }.map(bold)
        let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
        return names.joined(separator: ", ") + value
    }

    static func synopsis(_ option: OptionSyntax) -> String {
        let value = option.valueName.map { " \\fI\(escaped($0))\\fR" } ?? ""
        let usage = bold(option.name) + value
        return option.isRequired ? usage : "[\(usage)]"
    }

    /// Text that roff prints as it is: as ASCII, with hyphens and quotes that can be copied.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            case "…": escaped += "..."
            case "\n": escaped += " "
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped +=
                    "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        // A line that begins with a dot would be a request.
        return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
    }
}
