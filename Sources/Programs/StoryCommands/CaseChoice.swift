package import CommandLineTool
import Simulation

/// The cases of stories that an option chooses: `category=ambient,switch=silent`.
package struct CaseChoice {
    private let words: String
    private let parts: [String]

    package static let syntax = OptionSyntax(
        "--case", value: "VALUES",
        "only the cases with these values, as in category=ambient; several with commas")

    /// - Returns: `nil` without the option.
    package init?(_ arguments: Arguments) {
        guard let words = arguments.value("--case") else { return nil }
        self.words = words
        parts = words.split(separator: ",").map { part in
            String(part.drop { $0 == " " })
        }
    }

    /// The chosen cases of one scenario, in their order.
    ///
    /// - Throws: A `ProgramError` that lists the cases when none has the values.
    package func chosen(
        of cases: [any ReadStory], in path: String
    ) throws(ProgramError) -> [any ReadStory] {
        let chosen = cases.filter { has($0.storyCase) }
        guard chosen.isEmpty else { return chosen }
        throw ProgramError(
            .wrongUse, "no case has the values '\(words)'", in: path,
            advice: "choose one of those above", details: cases.names)
    }

    /// Whether the case has all of the values. A value may contain commas: then it is the whole.
    private func has(_ storyCase: StoryCase) -> Bool {
        let own = storyCase.values.map { "\($0.name)=\($0.value)" }
        return own.contains(words) || storyCase.description == words
            || parts.allSatisfy { own.contains($0) }
    }
}

extension [any ReadStory] {
    /// The cases in words, for messages.
    package var names: [String] {
        map { "  " + ($0.storyCase.isOnly ? "(it is told once)" : $0.storyCase.description) }
    }
}
