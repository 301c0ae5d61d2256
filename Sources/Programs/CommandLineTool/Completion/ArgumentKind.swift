/// What a shell completes for an argument, as far as its name in the usage line tells.
package enum ArgumentKind: Equatable, Sendable {
    case file
    case folder
    case program
    /// One of these words.
    case words([String])
    /// Anything else: nothing is completed.
    case text

    /// The kind of an option's value; `nil` for a switch.
    package init?(valueOf option: OptionSyntax) {
        guard let name = option.valueName else { return nil }
        // `F` is a file everywhere but here.
        self = option.name == "--format" ? .text : Self(name)
    }

    /// The kind of a command's operands.
    package init(operandsOf command: CommandSyntax) {
        if !command.commands.isEmpty {
            self = .words(command.commands.map(\.name))
        } else if !command.operands.words.isEmpty {
            self = .words(command.operands.words)
        } else {
            self.init(command.operands.name)
        }
    }

    /// - Parameter name: An argument's name, as in `FILE…`, `[FOLDER…]` or `ring|silent`.
    private init(_ name: String) {
        let names = name.split { !$0.isLetter && $0 != "-" }.map(String.init)
        let words = names.filter { $0 == $0.lowercased() }
        if !words.isEmpty {
            self = .words(words)
        } else if !names.allSatisfy({ !Self.files.contains($0) }) {
            self = .file
        } else if !names.allSatisfy({ !Self.folders.contains($0) }) {
            self = .folder
        } else if names == ["PROGRAM"] {
            self = .program
        } else {
            self = .text
        }
    }

    private static let files: Set = ["F", "FILE", "PATH", "IN", "OUT", "SCENARIO", "ARG"]
    private static let folders: Set = ["DIR", "FOLDER"]
}

extension CommandSyntax {
    /// The pattern of a shell's `case` for the words of the command; the longest path comes first.
    var casePattern: String {
        let path = path.joined(separator: " ")
        return self.path.count > 1 ? "'\(path)'" : "'\(path)' | '\(path) '*"
    }
}
