/// The known word that was probably meant: a beginning of it was written, or it is few slips away.
///
/// - Returns: `nil` when none is near, or the word is too long to have been meant.
package func nearestWord(to word: String, among known: [String]) -> String? {
    let lengthMax = 64
    guard word.count <= lengthMax else { return nil }
    let bare = word.drop { $0 == "-" }.lowercased()
    guard !bare.isEmpty else { return nil }
    let candidates = known.map { candidate in
        (candidate, slips(bare, candidate.drop { $0 == "-" }.lowercased()))
    }
    let nearest = candidates.min { $0.1 < $1.1 }
    if let nearest, nearest.1 <= max(1, bare.count / 3) { return nearest.0 }
    return known.first { $0.drop { $0 == "-" }.lowercased().hasPrefix(bare) }
}

/// Letters added, left out, replaced or swapped with their neighbour.
private func slips(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var rows = [Array(0...right.count)]
    for row in 1..<(left.count + 1) {
        var current = [row]
        for column in 1..<(right.count + 1) {
            let isSame = left[row - 1] == right[column - 1]
            var cost = min(
                rows[row - 1][column - 1] + (isSame ? 0 : 1), rows[row - 1][column] + 1,
                current[column - 1] + 1)
            if row > 1, column > 1, left[row - 1] == right[column - 2],
                left[row - 2] == right[column - 1]
            {
                cost = min(cost, rows[row - 2][column - 2] + 1)
            }
            current.append(cost)
        }
        rows.append(current)
    }
    return rows[left.count][right.count]
}
