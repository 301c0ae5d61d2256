import Terminal

/// The syntax of a command's arguments, with its help.
package struct CommandSyntax: Sendable {
    package var name: String
    /// The program of which this is a command; `nil` for a program without commands.
    package var program: String?
    /// A description in one clause, for the list of commands.
    package var summary: String
    package var operands: Operands
    package var options: [OptionSyntax] = []
    /// Commands of the command: `sori library scan`.
    package var commands: [CommandSyntax] = []
    /// What the operands may be, with what each does.
    package var choices: [(usage: String, summary: String)] = []
    /// Paragraphs of the help after the options.
    package var notes: [String] = []

    package init(
        name: String, of program: String? = "sori", summary: String, operands: Operands,
        options: [OptionSyntax] = [], commands: [CommandSyntax] = [],
        choices: [(usage: String, summary: String)] = [], notes: [String] = []
    ) {
        self.name = name
        self.program = program
        self.summary = summary
        self.operands = operands
        self.options = options
        self.commands = commands
        self.choices = choices
        self.notes = notes
    }

    package struct Operands: Sendable {
        /// The name in the usage line: `SCENARIO…`.
        package var name: String
        package var counts: ClosedRange<Int>
        /// The words that the first one may be, for completions; empty if any may.
        package var words: [String] = []

        package static let none = Operands(name: "", counts: 0...0)
        package static func oneAtMost(_ name: String) -> Operands {
            Operands(name: "[" + name + "]", counts: 0...1)
        }
        package static func any(_ name: String) -> Operands {
            Operands(name: "[" + name + "…]", counts: 0...Int.max)
        }
        package static func one(_ name: String) -> Operands { Operands(name: name, counts: 1...1) }
        package static func two(_ first: String, _ second: String) -> Operands {
            Operands(name: first + " " + second, counts: 2...2)
        }
        package static func twoOrMore(_ first: String, _ last: String) -> Operands {
            Operands(name: first + "… " + last, counts: 2...Int.max)
        }
        package static func oneOrMore(_ name: String, words: [String] = []) -> Operands {
            Operands(name: name + "…", counts: 1...Int.max, words: words)
        }
    }

    package func option(_ name: String) -> OptionSyntax? {
        (options + Self.everywhere).first { $0.name == name || $0.shortName == name }
    }

    /// Options of every command and of the program itself.
    package static let everywhere = [
        OptionSyntax("--help", short: "-h", "shows this"),
        OptionSyntax("--version", "shows the version"),
    ]
}

package struct OptionSyntax: Sendable {
    package var name: String
    package var shortName: String?
    /// The name of the option's value; `nil` for a switch.
    package var valueName: String?
    package var summary: String
    package var isRequired: Bool
    /// Whether the option takes the place of the operands.
    package var standsAlone: Bool

    package init(
        _ name: String, short shortName: String? = nil, value valueName: String? = nil,
        isRequired: Bool = false, standsAlone: Bool = false, _ summary: String
    ) {
        self.standsAlone = standsAlone
        self.name = name
        self.shortName = shortName
        self.valueName = valueName
        self.isRequired = isRequired
        self.summary = summary
    }

    /// The option in the usage line: `--wav F`.
    package var usage: String { valueName.map { "\(name) \($0)" } ?? name }
}

extension CommandSyntax {
    /// The words that run the command: `sori sim`.
    package var invocation: String { program.map { $0 + " " + name } ?? name }

    /// The usage line: `sori sim SCENARIO… [--check] [--wav F]`.
    package var usage: String {
        let parts =
            [invocation] + (operands.name.isEmpty ? [] : [operands.name])
            + options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
        return parts.joined(separator: " ")
    }

    package var helpText: String {
        var lines = ["\(name): \(summary)", ""]
        lines += wrapped("usage: " + usage, width: Self.widthMax, indent: 9)
        let listed = commands.map { (usage: $0.name, summary: $0.summary) } + choices
        if !listed.isEmpty {
            lines += ["", "commands"]
            let width = listed.map { $0.usage.count }.max() ?? 0
            for (usage, summary) in listed {
                let start = "  " + usage.padded(to: width) + "  "
                lines += wrapped(start + summary, width: Self.widthMax, indent: start.count)
            }
        }
        lines += ["", "options"]
        let all = options + Self.everywhere
        let usages = all.map { ($0.shortName.map { $0 + ", " } ?? "") + $0.usage }
        let width = usages.map(\.count).max() ?? 0
        for (option, usage) in zip(all, usages) {
            let start = "  " + usage.padded(to: width) + "  "
            lines += wrapped(start + option.summary, width: Self.widthMax, indent: start.count)
        }
        for note in notes { lines += [""] + wrapped(note, width: Self.widthMax, indent: 0) }
        return lines.joined(separator: "\n") + "\n"
    }

    package static let widthMax = 80
}

/// Breaks text at blanks; every line but the first is indented by `indent` blanks.
package func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
    var lines: [String] = []
    var line = String(text.prefix { $0 == " " })
    var isLineEmpty = true
    for word in text.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty)
    {
        if !isLineEmpty, line.count + 1 + word.count > width, !word.isEmpty {
            lines.append(line.trimmingEnd())
            line = String(repeating: " ", count: indent)
            isLineEmpty = true
        }
        line += (isLineEmpty ? "" : " ") + word
        isLineEmpty = false
    }
    return lines + [line]
}

extension String {
    /// The string without blanks at its end.
    package func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
