/// Finds the word that the user probably meant.
package enum NearMiss {
    /// Limit of a word's length, because the comparison is quadratic.
    package static let lengthMax = 64
    /// Limit of candidates, so that a bad file is cheap to refuse.
    package static let candidatesMax = 256

    /// The first of the closest words that a typing error explains; `nil` if there is none.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        nearestWords(to: word, among: candidates).first
    }

    /// Limit of equally near words in a result.
    private static let nearestMax = 3

    /// The closest words that a typing error explains, in the order given; if there are none, the
    /// words of which `word` is the beginning.
    package static func nearestWords(to word: String, among candidates: [String]) -> [String] {
        let word = Array(word.lowercased().unicodeScalars.prefix(lengthMax + 1))
        // A single letter or a number gives too little to compare.
        guard (2...lengthMax).contains(word.count), !("0"..."9").contains(word[0]) else {
            return []
        }
        let distanceMax = max(1, word.count / 3)
        var best: (distance: Int, words: [String]) = (distanceMax, [])
        for candidate in candidates.prefix(candidatesMax) {
            let letters = Array(candidate.lowercased().unicodeScalars.prefix(lengthMax + 1))
            guard abs(letters.count - word.count) <= distanceMax, letters.count <= lengthMax
            else { continue }
            let distance = distance(word, letters)
            if distance < best.distance || best.words.isEmpty, distance <= distanceMax {
                best = (distance, [candidate])
            } else if distance == best.distance, best.words.count < nearestMax,
                !best.words.contains(candidate)
            {
                best.words.append(candidate)
            }
        }
        return best.words.isEmpty ? longerWords(than: word, among: candidates) : best.words
    }

    /// Shortest beginning that is compared; shorter ones match too many words.
    private static let beginningMin = 3

    /// The words of which only the beginning was written.
    private static func longerWords(
        than beginning: [Unicode.Scalar], among candidates: [String]
    ) -> [String] {
        guard beginning.count >= beginningMin else { return [] }
        let longer = candidates.prefix(candidatesMax).filter {
            $0.lowercased().unicodeScalars.starts(with: beginning)
        }
        return Array(longer.prefix(nearestMax))
    }

    /// Number of insertions, deletions, replacements and swaps of neighbours between two words.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var cost = min(
                    last[column] + (letter == other ? 0 : 1), last[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
