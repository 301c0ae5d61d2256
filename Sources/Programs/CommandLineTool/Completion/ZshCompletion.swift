extension ProgramSyntax {
    /// A function that completes the program's commands, options and arguments in zsh.
    package var zshCompletion: String {
        let cases = allCommands.sorted { $0.path.count > $1.path.count }.map(zshCase)
        return """
            #compdef \(name)
            # Completes \(name) in zsh; made by `\(name) completions zsh`.

            _\(name)() {
                local -a commands
                if ((CURRENT == 2)) || [[ $words[2] == help && CURRENT -eq 3 ]]; then
                    commands=(
            \(zshNames(commands, indent: 12))
                        'help:shows what a command takes'
                    )
                    _describe command commands
                    [[ $words[2] == help ]] || _arguments \(zshOptions(CommandSyntax.everywhere))
                    return
                fi
                local run=$words[2]
                ((CURRENT == 3)) || run+=" $words[3]"
                case $run in
            \(cases.joined(separator: "\n"))
                esac
            }

            _\(name) "$@"

            """
    }

    private func zshCase(_ command: CommandSyntax) -> String {
        let skipped = String(command.path.count)
        var lines = [
            "    (\(command.casePattern))",
            "        shift \(skipped) words; ((CURRENT -= \(skipped)))",
        ]
        let options = zshOptions(command.allOptions)
        if command.commands.isEmpty {
            let kind = ArgumentKind(operandsOf: command)
            let operands =
                command.operands.name.isEmpty
                ? "" : " " + zshQuoted("*:\(zshLabel(command.operands.name)):\(zshAction(kind))")
            lines.append("        _arguments \(options)\(operands)")
        } else {
            lines += [
                "        commands=(", zshNames(command.commands, indent: 12), "        )",
                "        _describe command commands",
                "        _arguments \(options)",
            ]
        }
        return (lines + ["        ;;"]).joined(separator: "\n")
    }

    private func zshNames(_ commands: [CommandSyntax], indent: Int) -> String {
        commands.map {
            String(repeating: " ", count: indent)
                + zshQuoted("\($0.name):\(zshLabel($0.summary))")
        }.joined(separator: "\n")
    }

    private func zshOptions(_ options: [OptionSyntax]) -> String {
        options.map { option in
            let value = ArgumentKind(valueOf: option).map {
                ":\(zshLabel(option.valueName ?? "")):\(zshAction($0))"
            }
            let text = "[\(zshLabel(option.summary))]" + (value ?? "")
            let name = option.name + (value == nil ? "" : "=")
            guard let short = option.shortName else { return zshQuoted(name + text) }
            return zshQuoted("(\(short) \(option.name))\(short)") + zshQuoted(text) + " "
                + zshQuoted("(\(short) \(option.name))\(name)" + text)
        }.joined(separator: " ")
    }

    private func zshAction(_ kind: ArgumentKind) -> String {
        switch kind {
        case .file: "_files"
        case .folder: "_files -/"
        case .program: "_command_names -e"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .text: " "
        }
    }

    /// Text within an argument of `_arguments`, where brackets and colons mean something.
    private func zshLabel(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private func zshQuoted(_ text: String) -> String {
        let pieces = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + pieces.joined(separator: "'\\''") + "'"
    }
}
