package import AudioModel

/// The session settings that an app requests.
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

    /// Every category without options, with each single option, and with the one pair that is more
    /// than its parts; refused combinations are included.
    package static let all: [ConformanceSubject] = SessionCategory.allCases.flatMap { category in
        [ConformanceSubject(category)]
            + optionSets.map { ConformanceSubject(category, options: $0) }
    }

    private static let optionSets =
        SessionOptions.named.map(\.option) + [[.duckOthers, .interruptSpokenAudioAndMixWithOthers]]

    /// Text such as `playback mixWithOthers`.
    package var name: String {
        let words = [category.rawValue, optionNames]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The options' names, joined by commas; empty for none.
    package var optionNames: String {
        var rest = options
        var names: [String] = []
        // The largest option first: an option that contains the mix bit is not two options.
        for (name, option) in SessionOptions.named.reversed() where rest.contains(option) {
            names.insert(name, at: 0)
            rest.subtract(option)
        }
        return names.joined(separator: ",")
    }
}
