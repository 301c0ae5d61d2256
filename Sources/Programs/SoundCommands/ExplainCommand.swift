import AudioModel
package import CommandLineTool

/// Explains a status code.
package enum ExplainCommand: Command {
    package static let syntax = CommandSyntax(
        name: "explain", summary: "explains a status code of Apple's API",
        operands: .one("CODE"),
        options: [
            OptionSyntax("--json", "prints JSON: an array, as a number can have several names")
        ],
        notes: [
            "CODE is a number (-1500, 560030580, 0x21616374), four characters ('!act', quotes "
                + "optional) or a name (isBusy)."
        ])

    package static func run(_ arguments: Arguments, _ console: Console) throws(ProgramError)
        -> ExitCode
    {
        let word = arguments.operands[0]
        let codes = StatusCode.matching(word)
        guard !codes.isEmpty else {
            throw arguments.wrongUse(
                "nothing is known of '\(word)'",
                advice: advice(
                    insteadOf: word, among: StatusCode.all.map(\.name),
                    otherwise: "see 'sori explain --help'"))
        }
        if arguments.has("--json") {
            let list = codes.map { code in
                JSONValue.object([
                    ("name", .string(code.name)), ("value", .integer(code.value)),
                    ("fourCharacters", .optional(code.fourCharacters)),
                    ("meaning", .string(code.meaning)),
                ])
            }
            console.print(JSONValue.array(list).readableText + "\n")
            return .done
        }
        for code in codes {
            let characters = code.fourCharacters.map { " '\($0)'" } ?? ""
            console.print("\(code.name) \(code.value)\(characters)\n  \(code.meaning)\n")
        }
        return .done
    }
}
