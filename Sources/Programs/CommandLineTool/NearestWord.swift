import DeviceActions

/// The known words that were probably meant, at most three: a few typing errors away, or only their
/// beginning was written.
///
/// Leading hyphens and case are ignored.
///
/// - Returns: No word if none is near, or if the given word is too long.
package func nearWords(to word: String, among known: [String]) -> [String] {
    func bare(_ word: String) -> String { String(word.drop { $0 == "-" }).lowercased() }
    let names = known.map(bare)
    let word = bare(word)
    guard !word.isEmpty else { return [] }
    let near = NearMiss.nearestWords(to: word, among: names)
    let meant = near.isEmpty ? names.filter { $0.hasPrefix(word) } : near
    return meant.prefix(3).compactMap { name in names.firstIndex(of: name).map { known[$0] } }
}

/// The first of the known words that were probably meant; `nil` if none is near.
package func nearestWord(to word: String, among known: [String]) -> String? {
    nearWords(to: word, among: known).first
}

/// Advice for an unknown word: the known words that were probably meant, or else `otherwise`;
/// unless given, that lists the known words.
package func advice(
    insteadOf word: String, among known: [String], otherwise: String? = nil
) -> String {
    let near = nearWords(to: word, among: known).map { "'\($0)'" }
    guard !near.isEmpty else { return otherwise ?? "one of " + known.joined(separator: ", ") }
    return "did you mean \(alternatives(near))?"
}
