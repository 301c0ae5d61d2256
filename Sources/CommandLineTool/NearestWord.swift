import Simulation

/// The known word that was probably meant: a few typing errors away, or only its beginning was
/// written.
///
/// Leading hyphens and case are ignored.
///
/// - Returns: The word; `nil` if none is near, or if the given word is too long.
package func nearestWord(to word: String, among known: [String]) -> String? {
    func bare(_ word: String) -> String { String(word.drop { $0 == "-" }).lowercased() }
    let names = known.map(bare)
    let word = bare(word)
    guard !word.isEmpty else { return nil }
    let meant =
        NearMiss.nearest(to: word, among: names).flatMap { names.firstIndex(of: $0) }
        ?? names.firstIndex { $0.hasPrefix(word) }
    return meant.map { known[$0] }
}

/// Advice for an unknown word: the known word that was probably meant, or else `otherwise`; unless
/// given, that lists the known words.
package func advice(
    insteadOf word: String, among known: [String], otherwise: String? = nil
) -> String {
    nearestWord(to: word, among: known).map { "did you mean '\($0)'?" }
        ?? otherwise ?? "one of " + known.joined(separator: ", ")
}
