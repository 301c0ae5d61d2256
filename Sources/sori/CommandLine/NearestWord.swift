import Simulation

/// The known word that was probably meant: few slips away, or a beginning of it was written.
///
/// Hyphens before words do not count, nor does case.
///
/// - Returns: `nil` when none is near, or the word is too long to have been meant.
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
