extension ProgramSyntax {
    /// A script that completes the program's commands, options and arguments in bash.
    package var bashCompletion: String {
        let function = "_\(name)"
        let names = (commands.map(\.name) + ["help"] + Self.namesOfOptions(everywhere))
            .joined(separator: " ")
        // The longest path first: `library scan` before `library`.
        let cases = allCommands.sorted { $0.path.count > $1.path.count }.map(bashCase)
        return """
            # Completes \(name) in bash; made by `\(name) completions bash`.

            # Both complete the `word` of their caller.
            \(function)_words() {
                mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
            }

            \(function)_names() {
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen "$1" -- "$word")
            }

            \(function)() {
                local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
                COMPREPLY=()
                if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help && COMP_CWORD -eq 2 ]]; then
                    \(function)_words '\(names)'
                    return
                fi
                # Behind `--wav=` readline sees the equals sign as a word of its own.
                if [[ $word == '=' ]]; then
                    word=
                elif [[ $previous == '=' ]]; then
                    previous=${COMP_WORDS[COMP_CWORD - 2]}
                fi
                local path=${COMP_WORDS[1]}
                ((COMP_CWORD == 2)) || path+=" ${COMP_WORDS[2]}"
                case $path in
            \(cases.joined(separator: "\n"))
                esac
            }

            complete -F \(function) \(name)

            """
    }

    private var everywhere: [OptionSyntax] { CommandSyntax.everywhere }

    private static func namesOfOptions(_ options: [OptionSyntax]) -> [String] {
        options.flatMap { [$0.name] + ($0.shortName.map { [$0] } ?? []) }
    }

    /// What follows one command.
    private func bashCase(_ command: CommandSyntax) -> String {
        var lines = ["    \(command.casePattern))", "        case $previous in"]
        for option in command.options {
            guard let kind = ArgumentKind(valueOf: option) else { continue }
            lines.append("        \(option.name)) \(bashAction(kind)); return ;;")
        }
        lines += [
            "        esac",
            "        if [[ $word == -* ]]; then",
            "            _\(name)_words '"
                + Self.namesOfOptions(command.allOptions).joined(separator: " ") + "'",
            "        else",
            "            " + bashAction(ArgumentKind(operandsOf: command)),
            "        fi",
            "        ;;",
        ]
        return lines.joined(separator: "\n")
    }

    private func bashAction(_ kind: ArgumentKind) -> String {
        switch kind {
        case .file: "_\(name)_names -f"
        case .folder: "_\(name)_names -d"
        case .program: "_\(name)_names -c"
        case .words(let words): "_\(name)_words '\(words.joined(separator: " "))'"
        case .text: ":"
        }
    }
}
