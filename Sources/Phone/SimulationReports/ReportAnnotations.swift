import AudioModel

extension StoryReport {
    /// What does not hold, as workflow commands that show up beside the scenario's lines:
    /// `::error file=…,line=…::…`.
    ///
    /// Source: GitHub Docs, "Workflow commands for GitHub Actions", "Setting an error message".
    public var errorAnnotations: [String] { errorAnnotations(in: { $0 }) }

    /// - Parameter place: Returns the name that the CI knows a file by, for its path.
    package func errorAnnotations(in place: (String) -> String) -> [String] {
        let path = place(path)
        func heading(_ words: String) -> String {
            guard isOneOfProfiles, let profile else { return words }
            return "\(profile.words): \(words)"
        }
        let expectations = expectations.filter { !$0.isOK }.map {
            Self.annotation(
                path: path, line: $0.line, column: 0, title: heading("does not hold: \($0.text)"),
                message: "found: \($0.foundWords)")
        }
        let failures = failures.map {
            Self.annotation(
                path: path, line: $0.line, column: $0.column, title: heading("the story failed"),
                message: "\($0.messageWords) (at \($0.at.secondsText))")
        }
        return expectations + failures
    }

    /// One error at a place; an empty path, and a line or column of zero, are left out.
    package static func annotation(
        path: String, line: Int, column: Int, title: String, message: String
    ) -> String {
        var properties = path.isEmpty ? [] : ["file=" + escaped(path, isProperty: true)]
        if line > 0, !path.isEmpty { properties.append("line=\(line)") }
        if line > 0, column > 0, !path.isEmpty { properties.append("col=\(column)") }
        properties.append("title=" + escaped(title, isProperty: true))
        return "::error \(properties.joined(separator: ","))::\(escaped(message))"
    }

    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        var output = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": output += "%25"
            case "\r": output += "%0D"
            case "\n": output += "%0A"
            case ":" where isProperty: output += "%3A"
            case "," where isProperty: output += "%2C"
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
