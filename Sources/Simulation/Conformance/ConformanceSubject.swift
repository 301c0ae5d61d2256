import AudioModel

/// How an app asks for its session.
package struct ConformanceSubject: Hashable, Sendable {
    package var category: SessionCategory
    package var mode: SessionMode
    package var options: SessionOptions
    package var role: AppRole

    package init(
        _ category: SessionCategory, mode: SessionMode = .default, options: SessionOptions = [],
        role: AppRole = .ordinary
    ) {
        self.category = category
        self.mode = mode
        self.options = options
        self.role = role
    }

    /// Every category, without options, with each option by itself, and with the one pair that is
    /// more than its parts; those that are refused are not left out.
    package static let all: [ConformanceSubject] = SessionCategory.allCases.flatMap { category in
        [ConformanceSubject(category)]
            + optionSets.map { ConformanceSubject(category, options: $0) }
    }

    private static let optionSets =
        SessionOptions.named.map(\.option) + [
            [.duckOthers, .interruptSpokenAudioAndMixWithOthers]
        ]

    /// `playback mixWithOthers`.
    package var name: String {
        let words = [category.rawValue, optionNames]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// As they are asked for, joined by commas; empty for none.
    package var optionNames: String {
        var rest = options
        var names: [String] = []
        // The largest first: the option that contains the mix bit is not two options.
        for (name, option) in SessionOptions.named.reversed() where rest.contains(option) {
            names.insert(name, at: 0)
            rest.subtract(option)
        }
        return names.joined(separator: ",")
    }
}
