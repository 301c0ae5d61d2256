extension ProgramSyntax {
    /// A script that completes the program's commands, options and arguments in fish.
    package var fishCompletion: String {
        let condition = "__\(name)_runs"
        var lines = [
            "# Completes \(name) in fish; made by `\(name) completions fish`.",
            "",
            "# Whether the words so far run exactly this command.",
            "function \(condition)",
            "    set -l words (commandline -opc)[2..]",
            "    set -l names (string match -v -- '-*' $words)",
            "    switch \"$names\"",
        ]
        for command in allCommands where command.path.count > 1 {
            let path = command.path.joined(separator: " ")
            lines.append("        case '\(path)' '\(path) *'")
            lines.append("            test \"$argv\" = '\(path)'")
        }
        lines += [
            "        case '*'",
            "            test \"$argv\" = \"$names[1]\"",
            "    end",
            "end",
            "",
            "complete -c \(name) -f",
        ]
        for command in commands {
            lines.append(fishWord(command.name, command.summary, when: "\(condition) ''"))
        }
        lines.append(fishWord("help", "shows what a command takes", when: "\(condition) ''"))
        for option in CommandSyntax.everywhere {
            lines.append(fishOption(option, when: nil))
        }
        for command in allCommands {
            let when = "\(condition) \(command.path.joined(separator: " "))"
            for inner in command.commands {
                lines.append(fishWord(inner.name, inner.summary, when: when))
            }
            for option in command.options { lines.append(fishOption(option, when: when)) }
            guard command.commands.isEmpty else { continue }
            switch ArgumentKind(operandsOf: command) {
            case .file: lines.append("complete -c \(name) -n '\(when)' -F")
            case .folder:
                lines.append("complete -c \(name) -n '\(when)' -a '(__fish_complete_directories)'")
            case .words(let words):
                for word in words { lines.append(fishWord(word, "", when: when)) }
            case .program, .text: break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishWord(_ word: String, _ summary: String, when condition: String) -> String {
        let description = summary.isEmpty ? "" : " -d \(fishQuoted(summary))"
        return "complete -c \(name) -n \(fishQuoted(condition)) -a \(word)\(description)"
    }

    private func fishOption(_ option: OptionSyntax, when condition: String?) -> String {
        var words = ["complete -c \(name)"]
        if let condition { words.append("-n \(fishQuoted(condition))") }
        if let short = option.shortName { words.append("-s \(short.dropFirst())") }
        words.append("-l \(option.name.dropFirst(2))")
        switch ArgumentKind(valueOf: option) {
        case nil: break
        case .file: words.append("-r -F")
        case .folder: words.append("-x -a '(__fish_complete_directories)'")
        case .program: words.append("-x -a '(__fish_complete_command)'")
        case .words(let names): words.append("-x -a \(fishQuoted(names.joined(separator: " ")))")
        case .text: words.append("-x")
        }
        return (words + ["-d \(fishQuoted(option.summary))"]).joined(separator: " ")
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
