package import AudioModel

/// How an app in a process of its own ended.
package struct ChildEnd: Hashable, Sendable {
    /// The kind of termination.
    package var termination: Termination
    /// A clause in the past tense, without a subject: `crashed: killed by signal 11 (…)`.
    package var words: String

    package init(termination: Termination, words: String) {
        self.termination = termination
        self.words = words
    }
}
