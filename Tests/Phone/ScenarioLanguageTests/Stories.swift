import ScenarioLanguage

/// A wrong part of a scenario with its error, without the path.
struct WrongForm: Sendable, CustomStringConvertible {
    var text: String
    var error: String

    var description: String { text }
}

/// Parses a table in which every two lines are a wrong form and its error.
func wrongForms(_ table: String) -> [WrongForm] {
    let lines = table.split(separator: "\n").map(String.init)
    return stride(from: 0, to: lines.count - 1, by: 2).map {
        WrongForm(text: lines[$0], error: lines[$0 + 1])
    }
}

/// A story with this line among its headers, as line 4.
func story(header: String) -> String {
    "app Game\n\n\n\(header)\nat 10 end\n"
}

/// A story of ten seconds with this action after one second, in line 4.
func story(act: String) -> String {
    """
    app Game
    app Music
    at 0 Game opens; Music opens; Game plays tone:440 as song
    at 1 \(act)
    at 10 end

    """
}

/// A story of ten seconds with this condition, in line 4.
func story(claim: String) -> String {
    """
    app Game
    app Music
    at 0 Game opens; Game plays tone:440 as song
    expect \(claim)
    at 10 end

    """
}

/// The errors of a text, without its path.
func errors(in text: String) -> [String] {
    errors(in: Array(text.utf8))
}

func errors(in bytes: [UInt8]) -> [String] {
    do throws(ScenarioErrors) {
        _ = try parseScenarios(bytes: bytes, path: "story.scenario")
        return []
    } catch {
        return error.errors.map { String($0.description.dropFirst("story.scenario:".count)) }
    }
}

func firstError(in text: String) -> String? {
    errors(in: text).first
}

func scenario(_ text: String) throws(ScenarioErrors) -> Scenario {
    try parseScenario(text, path: "story.scenario")
}

/// Parses the cases of a story, with included files by their paths.
func cases(_ text: String, _ files: [String: String] = [:]) throws -> [Scenario] {
    try parseScenarios(bytes: Array(text.utf8), path: "a.scenario") {
        path throws(IncludeError) in
        guard let file = files[path] else { throw IncludeError("cannot be read: missing") }
        return Array(file.utf8)
    }
}

/// The errors of a story with cases, each with its path.
func caseErrors(_ text: String, _ files: [String: String] = [:]) -> String {
    do {
        _ = try cases(text, files)
        return ""
    } catch {
        return "\(error)"
    }
}
