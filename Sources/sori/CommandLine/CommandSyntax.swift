import Simulation

/// What may stand after a command's name.
struct CommandSyntax: Sendable {
    var name: String
    /// One clause, for the list of commands.
    var summary: String
    var operands: Operands
    var options: [OptionSyntax] = []
    /// Paragraphs after the options.
    var notes: [String] = []

    struct Operands: Sendable {
        /// As the usage line shows it: `SCENARIO…`.
        var name: String
        var counts: ClosedRange<Int>

        static let none = Operands(name: "", counts: 0...0)
        static func one(_ name: String) -> Operands { Operands(name: name, counts: 1...1) }
        static func oneOrMore(_ name: String) -> Operands {
            Operands(name: name + "…", counts: 1...Int.max)
        }
    }

    func option(_ name: String) -> OptionSyntax? {
        (options + Self.everywhere).first { $0.name == name || $0.shortName == name }
    }

    /// Understood by every command and by the program itself.
    static let everywhere = [
        OptionSyntax("--help", short: "-h", "shows this"),
        OptionSyntax("--version", "shows the version"),
    ]
}

struct OptionSyntax: Sendable {
    var name: String
    var shortName: String?
    /// `nil` for a switch.
    var valueName: String?
    var summary: String
    var isRequired: Bool

    init(
        _ name: String, short shortName: String? = nil, value valueName: String? = nil,
        isRequired: Bool = false, _ summary: String
    ) {
        self.name = name
        self.shortName = shortName
        self.valueName = valueName
        self.isRequired = isRequired
        self.summary = summary
    }

    /// `--wav F`.
    var usage: String { valueName.map { "\(name) \($0)" } ?? name }
}

extension CommandSyntax {
    /// `sori sim SCENARIO… [--check] [--wav F]`.
    var usage: String {
        let parts =
            ["sori", name] + (operands.name.isEmpty ? [] : [operands.name])
            + options.map { $0.isRequired ? $0.usage : "[\($0.usage)]" }
        return parts.joined(separator: " ")
    }

    var helpText: String {
        var lines = ["\(name): \(summary)", ""]
        lines += wrapped("usage: " + usage, width: Self.widthMax, indent: 9)
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

    static let widthMax = 80
}

/// Breaks text at blanks; every line but the first begins with `indent` blanks.
func wrapped(_ text: String, width: Int, indent: Int) -> [String] {
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
    fileprivate func trimmingEnd() -> String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
